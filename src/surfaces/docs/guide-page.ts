import { html, type SafeHtml } from '#platform/html'
import { framed } from './frame.ts'
import { guideLook } from './guide-look.ts'
import type { Rendered } from './markdown.ts'
import { decisionShelf, type Guide, type Shelf } from './shelves.ts'
import { nothing, slug } from './words.ts'

const script = '/docs/guide.js'

/** A guide: the list of all on one side, what is on this page on the other. */
export function guidePage(
  guide: Guide,
  { title, body, headings }: Rendered,
  shelves: readonly Shelf[],
  stage: string,
): string {
  const contents = headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)
  const beside =
    headings.length < 2
      ? nothing
      : html`<aside aria-label="On this page"><p>On this page</p><ul>${contents}</ul></aside>`
  return framed({
    title: `${title} – Bestow`,
    twin: `/docs/${guide.name}.md`,
    style: guideLook,
    subtitle: 'Documentation',
    stage,
    skipTo: 'Skip to the text',
    navigation: navigation(shelves, guide),
    content: html`<div class="columns"><article>${body}${neighbours(guide, shelves)}</article>${beside}</div>`,
    scripts: [script],
  })
}

/** The way in: every page with a word on it. */
export function homePage(shelves: readonly Shelf[], stage: string): string {
  const sections = shelves.map(
    ({ title, guides }) =>
      html`<section id="${slug(title)}"><h2>${title}</h2><ul class="${
        title === decisionShelf ? 'plain' : 'cards'
      }">${guides.map(
        ({ name, title: name_, about }) =>
          html`<li><a href="/docs/${name}">${name_}</a>${about === '' ? nothing : html`<p>${about}</p>`}</li>`,
      )}</ul></section>`,
  )
  return framed({
    title: 'Documentation – Bestow',
    twin: '/docs.md',
    style: guideLook,
    subtitle: 'Documentation',
    stage,
    skipTo: 'Skip to the text',
    navigation: navigation(shelves, undefined),
    content: html`<div class="home"><h1>Bestow, documented</h1>
<p class="lead">Bestow sends gifts for businesses, and tells your application of every step with a signed webhook. This is everything there is to know about it, served by the instance itself.</p>
<p class="first"><a href="/docs/quick-start">Start here: a verified webhook in three minutes</a> <a href="/docs/reference">All operations of the API</a></p>
${sections}
<p class="lead">For programs that read: every page has a twin in Markdown at its address with <code>.md</code> behind it, and <a href="/docs/llms.txt">llms.txt</a> lists them.</p></div>`,
    scripts: [script],
  })
}

function navigation(shelves: readonly Shelf[], current: Guide | undefined): SafeHtml {
  const groups = shelves.map(({ title, guides }) => {
    if (title === decisionShelf) return html`<li><a href="/docs#${slug(title)}">${title}</a></li>`
    const links = guides.map(
      (each) =>
        html`<li><a href="/docs/${each.name}"${each === current ? html` aria-current="page"` : nothing}>${each.title}</a></li>`,
    )
    const reference =
      title === 'The API' ? html`<li><a href="/docs/reference">Reference</a></li>` : nothing
    return html`<li><span>${title}</span><ul>${reference}${links}</ul></li>`
  })
  return html`<nav aria-label="Documentation"><details open><summary>All pages</summary><ul>${groups}</ul></details></nav>`
}

function neighbours(guide: Guide, shelves: readonly Shelf[]): SafeHtml {
  const all = shelves.flatMap(({ guides }) => guides)
  const at = all.indexOf(guide)
  const link = (other: Guide | undefined, word: string) =>
    other === undefined
      ? nothing
      : html`<a rel="${word === 'Next' ? 'next' : 'prev'}" href="/docs/${other.name}"><span>${word}</span> ${other.title}</a>`
  return html`<p class="neighbours">${link(all[at - 1], 'Before')}${link(all[at + 1], 'Next')}</p>`
}
