declare module 'subset-font' {
  /** Returns a font with the glyphs of `text` only. `variationAxes` fixes the axes of a variable font. */
  // biome-ignore lint/style/noDefaultExport: the package has a default export only
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Buffer>
}
