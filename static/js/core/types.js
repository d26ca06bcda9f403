// @ts-check
/**
 * The shapes that pass between modules.
 *
 * @typedef {Record<string, any>} State  one value a parameter; the names are those of the address
 *
 * @typedef {object} Columns  what each column of a matrix is; null where an encoding has no pairs
 * @property {(number | null)[]} pair
 * @property {("sin" | "cos" | null)[]} part
 * @property {(number | null)[]} wavelength  positions per turn
 *
 * @typedef {object} Frame  one matrix as the API sent it
 * @property {string} encoding
 * @property {Record<string, any>} parameters
 * @property {number[][]} values  (pos, dim)
 * @property {Columns} columns
 *
 * @typedef {object} FrameQuery
 * @property {string} encoding
 * @property {Record<string, string | number>} parameters
 *
 * @typedef {object} ParameterInfo  one parameter as the server describes it
 * @property {string} name
 * @property {string} label
 * @property {"slider" | "choice"} kind
 * @property {number[] | string[] | null} stops
 * @property {string[] | null} names  words for named stops
 * @property {string} unit
 *
 * @typedef {object} EncodingInfo
 * @property {string} id
 * @property {string} title
 * @property {string} summary
 * @property {string} family  "absolute", "rotary" or "bias"
 * @property {number} value_limit  the colour scale runs from -value_limit to +value_limit
 * @property {number | null} width  columns of a table; null where d_model decides
 * @property {number | null} max_rows  rows of a table; null where a formula goes on for ever
 * @property {Record<string, {multiple_of: number | null}>} parameters
 *
 * @typedef {object} PageData
 * @property {string} lang
 * @property {string} api  address of the API
 * @property {State} state
 * @property {State} defaults
 * @property {Record<string, ParameterInfo>} parameters
 * @property {EncodingInfo[]} encodings
 * @property {Record<string, number>} limits  bounds by name, from app/web/pages/limits.py
 * @property {Record<string, {data: any[], layout: any}>} figures
 * @property {Record<string, ThemeData>} themes
 * @property {Record<string, string>} words
 * @property {Record<string, string>} sentences  the standard sentence of each language
 *
 * @typedef {object} ThemeData
 * @property {any} template
 * @property {Record<string, string>} colors
 * @property {[number, string][]} diverging
 * @property {[number, string][]} sequential
 *
 * @typedef {object} Context  what main.js hands to every control and figure
 * @property {PageData} page
 * @property {import("./state.js").Store} store
 * @property {import("./frames.js").Frames} frames
 * @property {import("./current.js").CurrentFrame} current
 * @property {import("./api.js").Api} api
 * @property {import("./format.js").Format} format
 * @property {import("./theme.js").Themes} themes
 * @property {(text: string) => void} announce
 * @property {(state: State) => FrameQuery} query  the question for the matrix of a state
 * @property {(name: string, states: State[]) => Promise<void>} prefetch  ask what the figures in sight will need when a parameter changes, nearest first
 *
 * @typedef {object} Figure  the contract of every figure
 * @property {(state: State, changed: Set<string>) => boolean} dependsOn  whether a change alters this figure
 * @property {() => void} paint  draw what is in hand, now, without the network
 * @property {() => Promise<void> | void} finalize  the hand rests: fetch neighbours, render with everything Plotly has
 * @property {(state: State) => Record<string, [path: string, parameters: Record<string, string | number>]>} [questions]  what it asks the API in a state
 * @property {boolean} [ahead]  false: it asks only when something has changed, not when a hand comes near a slider
 * @property {() => void} [expect]  it will be seen, if not on the screen: what waits for a look must not wait
 * @property {(names: string[]) => void} [highlight]  let some parts stand out; none: all are equal again
 * @property {(format: "png" | "svg") => Promise<void> | void} [download]
 * @property {() => void} retheme
 * @property {() => void} destroy
 */
export {};
