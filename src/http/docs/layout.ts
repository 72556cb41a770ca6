import { html, SafeHtml } from '#platform/lib/html'
import { empty } from './text.ts'

/** The deployment that serves the documentation. */
export interface DocsInstance {
  origin: string
  stage: string
}

/** The parts that all pages have: head, header bar and navigation. */
export interface Layout {
  title: string
  /** A description of the page in one sentence, for search engines. */
  description: string
  /** The path of the page. Its Markdown version is at this path with `.md` appended. */
  path: string
  style: string
  /** The text after the product name in the header, such as a version. */
  subtitle: string
  instance: DocsInstance
  skipTo: string
  navigation: SafeHtml
  content: SafeHtml
  scripts: readonly string[]
}

/** The scripts of every page, for copy buttons and the search. */
export const pageScripts = ['/docs/page.js', '/docs/search.js']

export function renderLayout(layout: Layout): string {
  const { title, description, path, style, subtitle, skipTo, navigation, content, scripts } = layout
  const { origin, stage } = layout.instance
  const markdownUrl = `${path}.md`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${origin}${path}">
<link rel="alternate" type="text/markdown" href="${markdownUrl}">
${new SafeHtml(`<style>${style}</style>`)}
</head>
<body>
<a class="skip" href="#content">${skipTo}</a>
<header><a class="brand" href="/docs">${logo} Bestow</a><p class="version">${subtitle}</p>${
    stage === 'staging' ? html`<p class="stage">staging</p>` : empty
  }<p class="ways"><a href="/docs">Guides</a> <a href="/docs/reference">Reference</a> <a class="spare" href="${markdownUrl}">Markdown</a></p></header>
<div class="page">
${navigation}
<main id="content" tabindex="-1">
${content}
</main>
</div>
${scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
</body>
</html>
`.text
}

/** the logo: a parcel with a bow */
const logo = new SafeHtml(
  '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M12 7C10 2 4 3 6 6.5Q7.5 8 12 8Q16.5 8 18 6.5C20 3 14 2 12 7Z" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M3 8H21V12H3ZM4.5 13.2H11V21H4.5ZM13 13.2H19.5V21H13Z" fill="currentColor"/></svg>',
)
