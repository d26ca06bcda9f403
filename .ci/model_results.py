"""Compute and write the results that are shown where the pretrained model is not installed."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.model.committed import NEAREST, PAIRS, RESULTS, STRENGTHS, to_json  # noqa: E402
from app.model.experiment import nearness  # noqa: E402
from app.model.positions import POSITIONS  # noqa: E402
from app.model.service import NAME, WEIGHTS, Question, RealModel  # noqa: E402
from app.model.weights import read_transformer  # noqa: E402
from app.settings import Settings  # noqa: E402


def main() -> int:
    settings = Settings()
    model = RealModel(settings.model_dir, settings.model_file)
    if settings.model_file is None:
        print("the model is not installed: uv sync --extra model", file=sys.stderr)
        return 1
    results = {
        pair: {
            positions: model.compare(Question(pair.words, pair.order, positions, STRENGTHS))
            for positions in POSITIONS
        }
        for pair in PAIRS
    }
    sentence, *others = (model.cut(tuple(text.split())) for text in (NEAREST[0], *NEAREST[1]))
    nearest = nearness(read_transformer(settings.model_file), sentence, others)
    file = settings.model_dir / RESULTS
    text = to_json(results, nearest, model=NAME, weights=WEIGHTS, made_by="make results")
    file.write_text(text, encoding="utf-8")
    print(f"{len(results)} pairs written to {file.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
