import { type Icon, toIcon } from './brand-logos.ts'

/** What the manifest of a web app says about its company. */
export interface ManifestFacts {
  colors: string[]
  icons: Icon[]
}

const maxIcons = 50

/** Reads a web app manifest. Returns nothing for an invalid one. */
export function readManifest(text: string, url: string): ManifestFacts {
  const { theme_color, icons } = parseObject(text)
  const entries = Array.isArray(icons) ? icons.slice(0, maxIcons) : []
  return {
    colors: typeof theme_color === 'string' ? [theme_color] : [],
    icons: entries.flatMap((icon: unknown) => readIcon(icon, url)),
  }
}

function readIcon(value: unknown, base: string): Icon[] {
  const icon = typeof value === 'object' && value !== null ? (value as Members) : {}
  const textOf = (name: string) => (typeof icon[name] === 'string' ? icon[name] : '')
  // These purposes are silhouettes, or have a wide margin.
  if (/^(monochrome|maskable)$/.test(textOf('purpose').trim()) || textOf('src') === '') return []
  const [sizes, type] = [textOf('sizes'), textOf('type')]
  return toIcon({ href: textOf('src'), base, sizes, type, isTouchIcon: false })
}

type Members = Readonly<Record<string, unknown>>

function parseObject(text: string): Members {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Members) : {}
  } catch {
    return {}
  }
}
