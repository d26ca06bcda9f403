"""What every route works with, made once by `create_app` and handed down; nothing is global."""

from dataclasses import dataclass

from app.encodings.registry import Registry
from app.model.service import RealModel
from app.settings import Settings
from app.web.assets import Assets
from app.web.sections import Outline


@dataclass(frozen=True)
class Site:
    """Settings, registry, outline and assets of one application."""

    settings: Settings
    registry: Registry
    outline: Outline
    model: RealModel
    assets: Assets
