import type { PageLink } from './page-facts.ts'

/** An icon of a page or of its manifest. */
export interface Icon {
  url: string
  /** The pixels of an edge; 0 if the page does not say. */
  edge: number
  isTouchIcon: boolean
}

const defaultTouchEdge = 180
const maxEdge = 4_096

/** Returns the icons of a page that can be pictures, without SVG and ICO. */
export function findIcons(links: readonly PageLink[], base: string): Icon[] {
  return links.flatMap(({ rel, href, sizes, type }) => {
    const isTouchIcon = rel.some((name) => /^apple-touch-icon(-precomposed)?$/.test(name))
    if (!isTouchIcon && !rel.includes('icon')) return []
    return toIcon({ href, base, sizes, type, isTouchIcon })
  })
}

interface IconSource {
  href: string
  base: string
  sizes: string
  type: string
  isTouchIcon: boolean
}

/** Returns no icon unless its type or its name is that of a PNG, JPEG or WebP picture. */
export function toIcon({ href, base, sizes, type, isTouchIcon }: IconSource): Icon[] {
  if (!URL.canParse(href, base)) return []
  const { protocol, pathname, href: url } = new URL(href, base)
  const isPicture = /\.(png|jpe?g|webp)$/i.test(pathname) || /^image\/(png|jpeg|webp)$/i.test(type)
  const isOther = /svg|x-icon|microsoft/i.test(type) || /\.(svg|ico)$/i.test(pathname)
  if (!/^https?:$/.test(protocol) || isOther || !(isPicture || isTouchIcon)) return []
  const edge = Math.max(0, ...sizes.slice(0, 200).split(/\s+/).map(toEdge))
  if (edge > maxEdge) return []
  return [{ url, edge: edge === 0 && isTouchIcon ? defaultTouchEdge : edge, isTouchIcon }]
}

const toEdge = (size: string) => Number(/^(\d{1,5})x\d{1,5}$/i.exec(size)?.[1] ?? 0)

/** Sorts icons for touch screens first, because they fill their square, and then by size. */
export const sortIcons = (icons: readonly Icon[]): Icon[] =>
  icons.toSorted((a, b) => Number(b.isTouchIcon) - Number(a.isTouchIcon) || b.edge - a.edge)
