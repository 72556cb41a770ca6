import { type FieldError, wrappingPapers as papers, wrappingRibbons as ribbons } from '#contract'

/** How the drawn gift on the pages of recipients looks. The paper has the colour of the campaign. */
export interface Wrapping {
  paper: (typeof papers)[number]
  ribbon: (typeof ribbons)[number]
}

export const defaultWrapping: Wrapping = { paper: 'dots', ribbon: 'cream' }

export const validateWrapping = ({ wrapping }: { wrapping?: Wrapping }): FieldError[] => {
  if (wrapping === undefined) return []
  const check = (name: keyof Wrapping, values: readonly string[]): FieldError[] =>
    values.includes(wrapping[name])
      ? []
      : [
          {
            code: 'invalid',
            param: `wrapping.${name}`,
            message: `must be one of ${values.join(', ')}`,
          },
        ]
  return [...check('paper', papers), ...check('ribbon', ribbons)]
}

/** Returns the path of the wrapped gift as a PNG, for emails and chat previews. It names no gift and no person. */
export const wrappingImagePath = ({ paper, ribbon }: Wrapping, color: string): string =>
  `/pages/wrapping-${paper}-${ribbon}-${toHex(color)}.png`

const toHex = (color: string) =>
  /^#[0-9a-f]{6}$/i.test(color) ? color.slice(1).toLowerCase() : '7a2e6d'

/** Parses the name in the path; undefined if it names no wrapping. */
export function parseWrappingName(name: string): (Wrapping & { color: string }) | undefined {
  const [, paperName, ribbonName, hex] = /^([a-z]+)-([a-z]+)-([0-9a-f]{6})$/.exec(name) ?? []
  const paper = papers.find((each) => each === paperName)
  const ribbon = ribbons.find((each) => each === ribbonName)
  return paper === undefined || ribbon === undefined || hex === undefined
    ? undefined
    : { paper, ribbon, color: `#${hex}` }
}
