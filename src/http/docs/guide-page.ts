import { html, type SafeHtml } from '#platform/lib/html'
import { guideCss } from './guide-styles.ts'
import { type DocsInstance, pageScripts, renderLayout } from './layout.ts'
import type { RenderedGuide } from './markdown.ts'
import { decisionsTitle, type Guide, type Section } from './sections.ts'
import { empty, toSlug } from './text.ts'

/**
 * Renders the page of a guide. The navigation lists all guides, and a sidebar lists the headings of this
 * page.
 */
export function guidePage(
  guide: Guide,
  { title, summary, body, headings, hasSamples }: RenderedGuide,
  sections: readonly Section[],
  instance: DocsInstance,
): string {
  const contents = headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)
  const contentsAside =
    headings.length < 2
      ? empty
      : html`<aside aria-label="On this page"><details open><summary>On this page</summary><ul>${contents}</ul></details></aside>`
  return renderLayout({
    title: `${title} – Bestow`,
    description: guide.description === '' ? summary : guide.description,
    path: `/docs/${guide.name}`,
    style: guideCss,
    subtitle: 'Documentation',
    instance,
    skipTo: 'Skip to the text',
    navigation: renderNavigation(sections, guide),
    content: html`<div class="columns">${contentsAside}<article>${body}${renderNeighbours(guide, sections)}</article></div>`,
    scripts: hasSamples ? [...pageScripts, '/docs/samples.js'] : pageScripts,
  })
}

/** Renders the home page with every guide and its description. */
export function homePage(sections: readonly Section[], instance: DocsInstance): string {
  const renderedSections = sections.map(
    ({ title, guides }) =>
      html`<section id="${toSlug(title)}"><h2>${title}</h2><ul class="${
        title === decisionsTitle ? 'plain' : 'cards'
      }">${guides.map(
        ({ name, title: name_, description }) =>
          html`<li><a href="/docs/${name}">${name_}</a>${description === '' ? empty : html`<p>${description}</p>`}</li>`,
      )}</ul></section>`,
  )
  return renderHome(sections, instance, {
    title: 'Documentation – Bestow',
    description: 'Guides and API reference of Bestow, a service that sends gifts for businesses.',
    content: html`<div class="home"><h1>Bestow documentation</h1>
<p class="lead">Bestow sends gifts for businesses and reports every step to your application with a signed webhook. This instance serves the complete documentation of its version.</p>
<p class="first"><a href="/docs/quick-start">Start here: a verified webhook in three minutes</a> <a href="/docs/reference">All operations of the API</a></p>
${renderedSections}
<p class="lead">For programs: every page is available as Markdown at its URL with <code>.md</code> appended, and <a href="/docs/llms.txt">llms.txt</a> lists them. <a href="/docs/llms-full.txt">llms-full.txt</a> contains all guides and the reference.</p></div>`,
  })
}

/** Renders the page for an unknown path, with the navigation and the search. */
export function missingPage(sections: readonly Section[], instance: DocsInstance): string {
  return renderHome(sections, instance, {
    title: 'Page not found – Bestow',
    description: 'There is no such page in the documentation.',
    content: html`<div class="home"><h1>Page not found</h1>
<p class="lead">There is no such page in this version of the documentation. Search for it with <kbd>/</kbd>, or choose a page below.</p>
<p class="first"><a href="/docs">All pages</a> <a href="/docs/reference">All operations of the API</a></p></div>`,
  })
}

/** Renders a page with the navigation. The page does not belong to a guide. */
const renderHome = (
  sections: readonly Section[],
  instance: DocsInstance,
  page: { title: string; description: string; content: SafeHtml },
): string =>
  renderLayout({
    ...page,
    path: '/docs',
    style: guideCss,
    subtitle: 'Documentation',
    instance,
    skipTo: 'Skip to the text',
    navigation: renderNavigation(sections, undefined),
    scripts: pageScripts,
  })

function renderNavigation(sections: readonly Section[], current: Guide | undefined): SafeHtml {
  const groups = sections.map(({ title, guides }) => {
    if (title === decisionsTitle)
      return html`<li><a href="/docs#${toSlug(title)}">${title}</a></li>`
    const links = guides.map(
      (each) =>
        html`<li><a href="/docs/${each.name}"${each === current ? html` aria-current="page"` : empty}>${each.title}</a></li>`,
    )
    const reference =
      title === 'The API' ? html`<li><a href="/docs/reference">Reference</a></li>` : empty
    return html`<li><span>${title}</span><ul>${reference}${links}</ul></li>`
  })
  return html`<nav aria-label="Documentation"><details open><summary>All pages</summary><ul>${groups}</ul></details></nav>`
}

function renderNeighbours(guide: Guide, sections: readonly Section[]): SafeHtml {
  const all = sections.flatMap(({ guides }) => guides)
  const index = all.indexOf(guide)
  const link = (other: Guide | undefined, label: string) =>
    other === undefined
      ? empty
      : html`<a rel="${label === 'Next' ? 'next' : 'prev'}" href="/docs/${other.name}"><span>${label}</span> ${other.title}</a>`
  return html`<p class="neighbours">${link(all[index - 1], 'Previous')}${link(all[index + 1], 'Next')}</p>`
}
