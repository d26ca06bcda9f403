/** What the vendored scripts put on the window: only what our code calls, typed loosely. */

interface PlotlyStatic {
  react(root: HTMLElement, data: any[], layout?: object, config?: object): Promise<HTMLElement>;
  downloadImage(figure: { data: any[]; layout: object }, options: object): Promise<string>;
  purge(root: HTMLElement): void;
}

interface Window {
  /** Absent until static/vendor/plotly/plotly-cartesian.min.js has arrived. */
  Plotly?: PlotlyStatic;
  SwaggerUIBundle(options: object): unknown;
}
