"""The sources of the whole page, numbered once; every section refers to them by key."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from app.i18n import Translate, msg


@dataclass(frozen=True)
class Source:
    """One source."""

    key: str  # first author and year of the first version
    authors: str  # as printed; more than three are named by the first
    title: str
    year: int | None = None  # of the first version; None for what changes every year
    venue: str = ""  # or "" if on arXiv alone
    arxiv: str = ""
    url: str = ""  # of what is not at arXiv
    kind: str = ""  # what it is if it is no paper, marked with `msg`
    further: bool = False  # listed for further reading, even if no section refers to it

    @property
    def anchor(self) -> str:
        """The id that references lead to."""
        return f"source-{self.key}"

    @property
    def address(self) -> str:
        """Where it can be read."""
        return f"https://arxiv.org/abs/{self.arxiv}" if self.arxiv else self.url


# A bibliography is read by the entry, not by the field.
# fmt: off
SOURCES = (
    Source("vaswani2017", "Vaswani et al.", "Attention Is All You Need", 2017, "NeurIPS 2017", "1706.03762"),
    Source("huang2022", "Huang et al.", "The Annotated Transformer", 2022, "Harvard NLP",
        url="https://nlp.seas.harvard.edu/annotated-transformer/", kind=msg("code with explanations")),
    Source("cs224n", "Manning et al.", "CS224N: Natural Language Processing with Deep Learning", None,
        "Stanford University", url="https://web.stanford.edu/class/cs224n/",
        kind=msg("course with slides and notes"), further=True),
    Source("shaw2018", "Shaw, Uszkoreit, Vaswani", "Self-Attention with Relative Position Representations",
        2018, "NAACL 2018", "1803.02155"),
    Source("devlin2018", "Devlin et al.",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding", 2018,
        "NAACL 2019", "1810.04805"),
    Source("radford2019", "Radford et al.", "Language Models are Unsupervised Multitask Learners", 2019,
        "OpenAI",
        url="https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf",
        kind=msg("report on GPT-2")),
    Source("liu2019", "Liu et al.", "RoBERTa: A Robustly Optimized BERT Pretraining Approach", 2019,
        arxiv="1907.11692"),
    Source("reimers2019", "Reimers, Gurevych",
        "Sentence-BERT: Sentence Embeddings using Siamese BERT-Networks", 2019, "EMNLP 2019", "1908.10084"),
    Source("raffel2019", "Raffel et al.",
        "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer", 2019,
        "JMLR 21, 2020", "1910.10683"),
    Source("wang2020", "Wang et al.",
        "MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of Pre-Trained Transformers",
        2020, "NeurIPS 2020", "2002.10957"),
    Source("wangchen2020", "Wang, Chen",
        "What Do Position Embeddings Learn? An Empirical Study of Pre-Trained Language Model Positional "
        "Encoding", 2020, "EMNLP 2020", "2010.04903"),
    Source("song2020", "Song et al.", "MPNet: Masked and Permuted Pre-training for Language Understanding",
        2020, "NeurIPS 2020", "2004.09297"),
    Source("carion2020", "Carion et al.", "End-to-End Object Detection with Transformers", 2020, "ECCV 2020",
        "2005.12872"),
    Source("dosovitskiy2020", "Dosovitskiy et al.",
        "An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale", 2020, "ICLR 2021",
        "2010.11929"),
    Source("chen2021", "Chen, Xie, He", "An Empirical Study of Training Self-Supervised Vision Transformers",
        2021, "ICCV 2021", "2104.02057"),
    Source("su2021", "Su et al.", "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021,
        "Neurocomputing 568, 2024", "2104.09864"),
    Source("wang2021", "Wang, Komatsuzaki", "GPT-J-6B: A 6 Billion Parameter Autoregressive Language Model",
        2021, "EleutherAI", url="https://github.com/kingoflolz/mesh-transformer-jax",
        kind=msg("code and weights")),
    Source("press2021", "Press, Smith, Lewis",
        "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation", 2021,
        "ICLR 2022", "2108.12409"),
    Source("he2021", "He et al.", "Masked Autoencoders Are Scalable Vision Learners", 2021, "CVPR 2022",
        "2111.06377"),
    Source("black2022", "Black et al.", "GPT-NeoX-20B: An Open-Source Autoregressive Language Model", 2022,
        arxiv="2204.06745"),
    Source("lescao2022", "BigScience Workshop (Le Scao et al.)",
        "BLOOM: A 176B-Parameter Open-Access Multilingual Language Model", 2022, arxiv="2211.05100"),
    Source("radford2022", "Radford et al.", "Robust Speech Recognition via Large-Scale Weak Supervision",
        2022, "ICML 2023", "2212.04356"),
    Source("touvron2023", "Touvron et al.", "LLaMA: Open and Efficient Foundation Language Models", 2023,
        arxiv="2302.13971"),
    Source("touvronchat2023", "Touvron et al.", "Llama 2: Open Foundation and Fine-Tuned Chat Models", 2023,
        arxiv="2307.09288"),
    Source("oquab2023", "Oquab et al.", "DINOv2: Learning Robust Visual Features without Supervision", 2023,
        "TMLR 2024", "2304.07193"),
    Source("mosaicml2023", "MosaicML NLP Team",
        "Introducing MPT-7B: A New Standard for Open-Source, Commercially Usable LLMs", 2023, "MosaicML",
        url="https://www.databricks.com/blog/mpt-7b", kind=msg("announcement")),
    Source("kazemnejad2023", "Kazemnejad et al.",
        "The Impact of Positional Encoding on Length Generalization in Transformers", 2023, "NeurIPS 2023",
        "2305.19466"),
    Source("chen2023", "Chen et al.",
        "Extending Context Window of Large Language Models via Positional Interpolation", 2023,
        arxiv="2306.15595"),
    Source("bloc97", "bloc97",
        "NTK-Aware Scaled RoPE allows LLaMA models to have extended (8k+) context size without any "
        "fine-tuning and minimal perplexity degradation", 2023, "Reddit, r/LocalLLaMA",
        url="https://www.reddit.com/r/LocalLLaMA/comments/14lz7j5/",
        kind=msg("forum post, not reviewed")),
    Source("roziere2023", "Rozière et al.", "Code Llama: Open Foundation Models for Code", 2023,
        arxiv="2308.12950"),
    Source("peng2023", "Peng et al.", "YaRN: Efficient Context Window Extension of Large Language Models",
        2023, "ICLR 2024", "2309.00071"),
    Source("grattafiori2024", "Grattafiori et al.", "The Llama 3 Herd of Models", 2024, arxiv="2407.21783"),
    Source("men2024", "Men et al.", "Base of RoPE Bounds Context Length", 2024, "NeurIPS 2024", "2405.14591"),
    Source("yang2024", "Yang et al.", "Qwen2 Technical Report", 2024, arxiv="2407.10671"),
    Source("cohere2024", "Cohere", "C4AI Command R: config.json", 2024, "Hugging Face",
        url="https://huggingface.co/CohereForAI/c4ai-command-r-v01", kind=msg("published configuration")),
    Source("meta2024", "Meta", "llama-models: apply_scaling", 2024, "GitHub",
        url="https://github.com/meta-llama/llama-models/blob/main/models/llama3/model.py",
        kind=msg("code of Llama 3.1")),
)
# fmt: on
"""In the order of their numbers: by the year of the first version, after the paper that all began with."""


class Sources:
    """The numbered list, and the marks in the text that lead to it."""

    def __init__(self, sources: tuple[Source, ...] = SOURCES) -> None:
        self._numbers = {source.key: number for number, source in enumerate(sources, 1)}
        if len(self._numbers) < len(sources):
            raise ValueError("a source must have a key of its own")
        self._sources = sources

    def __iter__(self) -> Iterator[tuple[int, Source]]:
        """Iterate over numbers, from 1, and sources."""
        return iter(enumerate(self._sources, 1))

    def ref(self, translate: Translate, key: str, where: str = "") -> Markup:
        """Return the mark of a source in the text, such as ``[3, §3.5]``: a link to its place in the list."""
        number = self._numbers[key]
        place = f", {where}" if where else ""
        # No line break within the mark.
        return Markup(
            '<a class="ref" href="#source-{}">[<span class="visually-hidden">{} </span>{}{}]</a>'
        ).format(key, translate(msg("source")), number, place.replace(" ", "\u00a0"))
