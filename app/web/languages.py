"""Every request is answered in the languages of the application that it reaches."""

from starlette.types import ASGIApp, Receive, Scope, Send

from app.i18n import Languages, speaking


class SpeakLanguages:
    """Give `app.i18n.languages` their value while a request is answered."""

    def __init__(self, app: ASGIApp, spoken: Languages) -> None:
        self.app = app
        self.spoken = spoken

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        with speaking(self.spoken):
            await self.app(scope, receive, send)
