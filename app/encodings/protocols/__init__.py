"""What an encoding must be able to do, and what some can do besides.

An ability named x is a protocol with a method `x` and a model `x_model`: the `params` of the method are an
instance of that model (of `params_model`, for what every encoding can do).
"""

from app.encodings.protocols.bias import HasBuckets as HasBuckets
from app.encodings.protocols.bias import HasProfile as HasProfile
from app.encodings.protocols.bias import HasSlopes as HasSlopes
from app.encodings.protocols.columns import Columns as Columns
from app.encodings.protocols.columns import Part as Part
from app.encodings.protocols.columns import paired_columns as paired_columns
from app.encodings.protocols.encoding import Applies as Applies
from app.encodings.protocols.encoding import AttentionInputs as AttentionInputs
from app.encodings.protocols.encoding import BiasEncoding as BiasEncoding
from app.encodings.protocols.encoding import Encoding as Encoding
from app.encodings.protocols.encoding import Family as Family
from app.encodings.protocols.encoding import P_contra as P_contra
from app.encodings.protocols.encoding import Reference as Reference
from app.encodings.protocols.learned import Clocks as Clocks
from app.encodings.protocols.learned import HasClocks as HasClocks
from app.encodings.protocols.rotation import Frequencies as Frequencies
from app.encodings.protocols.rotation import HasFrequencies as HasFrequencies
from app.encodings.protocols.rotation import HasNearestPositions as HasNearestPositions
from app.encodings.protocols.rotation import HasShift as HasShift
from app.encodings.protocols.rotation import Rotates as Rotates
from app.encodings.protocols.rotation import Score as Score
from app.encodings.protocols.rotation import Track as Track
