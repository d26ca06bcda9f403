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
 * @property {string} family  absolute, rotary or bias
 * @property {number} value_limit  the colour scale runs from -value_limit to +value_limit
 * @property {number | null} width  columns of a table; null where d_model decides
 * @property {number | null} max_rows  rows of a table; null where a formula goes on for ever
 * @property {Record<string, {multiple_of: number | null}>} parameters
 *
 * @typedef {object} PageData
 * @property {string} lang
 * @property {string} separators  the decimal sign and the sign between thousands
 * @property {string} api  address of the API
 * @property {State} state
 * @property {State} defaults
 * @property {Record<string, ParameterInfo>} parameters
 * @property {EncodingInfo[]} encodings
 * @property {Limits} limits
 * @property {Record<string, {data: any[], layout: any}>} figures
 * @property {Record<string, ThemeData>} themes
 * @property {Record<string, string>} words
 * @property {Record<string, string>} sentences  the standard sentence of each language
 *
 * @typedef {object} Limits  bounds, as the server enforces them
 * @property {number} words  of a sentence
 * @property {number} letters  of a word
 * @property {[number, number][]} spaces  code points, from and to, that part words
 * @property {[number, number][]} refused  those that no sentence may have
 * @property {number} cells  of the largest matrix
 * @property {number} heads  of T5's learned bias
 * @property {number} buckets  of T5's distances
 * @property {number} bucket_distance  from which on all distances share the last bucket
 * @property {number} patch_side  rows and columns of the learned table of patches
 * @property {number} patch_width  numbers of its vectors
 * @property {number} rotary_position  the last position of query and key
 * @property {number} padding  the most that moves both
 * @property {number} planes  in which the rows of the learned table turn
 * @property {number} rounding  differences up to here are rounding
 * @property {number} model_rounding  the same for the pretrained model
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
 * @property {import("./client.js").Client} client
 * @property {import("./recovery.js").Recovery} recovery
 * @property {import("./format.js").Format} format
 * @property {import("./theme.js").Themes} themes
 * @property {(text: string) => void} announce
 * @property {(state: State) => FrameQuery} query  the question for the matrix of a state
 * @property {(name: string, values: any[]) => Promise<void>} prefetch  ask what the figures on the screen will need for
 *   other values of a parameter, nearest first
 *
 * @typedef {import("./figure.js").LiveFigure} Figure
 */
export {};
