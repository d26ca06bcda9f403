"""The API's documentation: Swagger UI from our own static files, so that it works without internet access."""

from html import escape

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.web.assets import Assets

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="{icon}" type="image/svg+xml">
<link rel="stylesheet" href="{style}">
</head>
<body>
<div id="swagger-ui" data-openapi="{openapi}"></div>
<script src="{bundle}"></script>
<script type="module" src="{script}"></script>
</body>
</html>
"""


def build_router(assets: Assets, title: str) -> APIRouter:
    """Return the route of the documentation page."""
    router = APIRouter()

    def docs(request: Request) -> HTMLResponse:
        page = _PAGE.format(
            title=escape(title),
            icon=escape(assets.url("icon.svg")),
            style=escape(assets.url("vendor/swagger-ui/swagger-ui.css")),
            bundle=escape(assets.url("vendor/swagger-ui/swagger-ui-bundle.js")),
            script=escape(assets.url("js/docs.js")),
            openapi=escape(f"{request.scope.get('root_path', '')}/openapi.json"),
        )
        return HTMLResponse(page)

    router.add_api_route("/docs", docs, include_in_schema=False, response_class=HTMLResponse)
    return router
