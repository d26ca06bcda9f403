FROM python:3.13-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    UV_NO_CACHE=1 \
    UV_LINK_MODE=copy \
    UV_PYTHON_DOWNLOADS=never \
    UV_PROJECT_ENVIRONMENT=/opt/venv \
    PYC_INVALIDATION_MODE=UNCHECKED_HASH
RUN python3 -m venv /opt/uv && /opt/uv/bin/pip install --quiet uv==0.13.9
WORKDIR /srv
COPY pyproject.toml uv.lock ./
RUN /opt/uv/bin/uv sync --quiet --frozen --no-dev --extra model --compile-bytecode
COPY LICENSE ./
COPY app app
COPY templates templates
COPY static static
# Any user id may read everything, whatever the umask was where the files come from.
RUN python3 -m compileall -q --invalidation-mode unchecked-hash app && chmod -R a+rX /srv /opt/venv

FROM python:3.13-slim
# One BLAS thread: the matrices are small, and threads that wait for each other cost more than they save.
# Two arenas: with one a thread, the C library keeps twice as much memory that nobody uses any more.
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    OPENBLAS_NUM_THREADS=1 \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=8000
WORKDIR /srv
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv /srv
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import http.client, os, sys; host = {'0.0.0.0': '127.0.0.1', '::': '::1'}.get(os.environ['HOST'], os.environ['HOST']); connection = http.client.HTTPConnection(host, int(os.environ['PORT']), timeout=4); connection.request('GET', '/healthz'); sys.exit(connection.getresponse().status != 200)"]
# The shell only fills in the variables; exec makes the server process 1, so that it gets SIGTERM.
CMD ["sh", "-c", "exec python -m uvicorn --factory app.main:create_app --host \"$HOST\" --port \"$PORT\" --timeout-graceful-shutdown 5"]
