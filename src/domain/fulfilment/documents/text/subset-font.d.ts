declare module 'subset-font' {
  /**
   * Returns a font with the glyphs of `text` only, or with all of them. `variationAxes` fixes the axes of a
   * variable font. `keepFeatures` names the OpenType features that stay. Without it, all stay.
   */
  // biome-ignore lint/style/noDefaultExport: the package has a default export only
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'sfnt'
      variationAxes?: Readonly<Record<string, number>>
      keepAllGlyphs?: boolean
      keepFeatures?: readonly string[]
    },
  ): Promise<Buffer>
}
