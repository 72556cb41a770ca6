import type { FastifyReply } from 'fastify'
import { readAssets } from './pages/assets.ts'
import { cspHash } from './styles/theme-css.ts'

/*
 * A preview in a chosen colour scheme. A frame cannot choose a colour scheme, because its media queries
 * follow the browser. So the styles of the preview are inside the page, and their queries have a fixed
 * result.
 */

export type ColorScheme = 'light' | 'dark'

export const parseColorScheme = (value: unknown): ColorScheme | undefined =>
  value === 'light' || value === 'dark' ? value : undefined

const darkQuery = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g
const lightQuery = /\(\s*prefers-color-scheme\s*:\s*light\s*\)/g
/** Two media queries: the first one matches every screen, and the second one matches no screen. */
const always = '(min-width:0)'
const never = '(max-width:0)'

/** Renders a page or an email in a colour scheme, and allows the styles inside the page. */
export function applyColorScheme(reply: FastifyReply, html: string, scheme: ColorScheme): string {
  const { firstStyle, style } = readAssets()
  const contents = new Map([firstStyle, style].map(({ path, content }) => [path, content]))
  const page = html
    .replace(/<link rel="stylesheet" href="([^"]+)">/g, (link, path: string) => {
      const content = contents.get(path)
      return content === undefined ? link : `<style>${content}</style>`
    })
    .replace(/(<style[^>]*>)([\s\S]*?)(<\/style>)/g, (_all, start: string, css: string, end) => {
      const fixed = css
        .replace(darkQuery, scheme === 'dark' ? always : never)
        .replace(lightQuery, scheme === 'light' ? always : never)
        .replace(/color-scheme:\s*light dark/g, `color-scheme:${scheme}`)
      return `${start}${fixed}${end}`
    })
    .replace(/(<meta name="(?:supported-)?color-schemes?" content=")light dark"/g, `$1${scheme}"`)
  const hashes = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) =>
    cspHash(css),
  )
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header(
    'content-security-policy',
    policy.replace(/style-src 'self' 'sha256-[^';]+'/, `style-src 'self' ${hashes.join(' ')}`),
  )
  return page
}
