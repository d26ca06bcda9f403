// @ts-check
/** What can go wrong with a question, told apart so that the page can say what happened and what happens next. */

/**
 * offline: this device has no network · unreachable: no connection to the server · timeout: no answer in time ·
 * foreign: something else answered, such as a login page · fault: the server reports a fault of its own ·
 * busy: it wants to be asked later · refused: it does not accept the input · drawing: Plotly cannot be had
 * @typedef {"offline" | "unreachable" | "timeout" | "foreign" | "fault" | "busy" | "refused" | "drawing"} FailureKind
 */

/** After so long an answer is no longer waited for. */
export const TIMEOUT_MS = 20_000;

export class Failure extends Error {
  /**
   * @param {FailureKind} kind
   * @param {string} [detail]  the server's own words, in the page's language; only where it refuses
   * @param {number} [retryAfter]  seconds until the server wants to be asked again; 0: it does not say
   */
  constructor(kind, detail = "", retryAfter = 0) {
    super(detail || kind);
    this.kind = kind;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  /** Whether the same question can have another outcome later. */
  get passes() {
    return this.kind !== "refused";
  }

  /** What happened, and what happens next. @param {import("./format.js").Format} format */
  tell(format) {
    const next = this.kind === "offline" ? "online" : this.kind === "refused" ? "change" : "again";
    const what = format.t(`failed.${this.kind}`, { seconds: TIMEOUT_MS / 1000, why: this.detail });
    return `${what} ${format.t(`failed.next.${next}`)}`;
  }
}

/**
 * Ask for JSON. Every fault of the way there and back becomes a Failure; being given up stays an abort.
 * @param {string} address @param {AbortSignal} signal  gives the question up @param {RequestPriority} priority
 * @returns {Promise<{body: any, size: number}>} with the length of the answer's text
 */
export async function askJson(address, signal, priority) {
  const late = new AbortController();
  const giveUp = () => late.abort(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    late.abort();
  }, TIMEOUT_MS);
  try {
    // "no-cache" asks the server whether the stored answer still holds: after an upgrade nothing old is drawn.
    const response = await fetch(address, { cache: "no-cache", priority, signal: late.signal });
    return read(response, await response.text());
  } catch (error) {
    if (error instanceof Failure || signal.aborted) throw error;
    throw new Failure(timedOut ? "timeout" : navigator.onLine ? "unreachable" : "offline");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}

/** @param {Response} response @param {string} text */
function read(response, text) {
  const { status } = response;
  const retryAfter = Number(response.headers.get("Retry-After")) || 0;
  if (status === 503 || status === 429) throw new Failure("busy", "", retryAfter);
  if (status >= 500) throw new Failure("fault", "", retryAfter);
  /** @type {any} */
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Failure("foreign");
  }
  if (response.ok) return { body, size: text.length };
  const detail = body?.errors?.[0]?.rule ?? body?.detail;
  // A proxy's own refusal, in whatever language it speaks, is no sentence of this page.
  throw typeof detail === "string" ? new Failure("refused", detail) : new Failure("foreign");
}
