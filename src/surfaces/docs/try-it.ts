import { html, type SafeHtml } from '#platform/html'
import { type Document, exampleOf, type Media, type Parameter } from './document.ts'
import { nothing } from './words.ts'

/** A form that calls this very instance. `try.js` sends it; without scripts it stays hidden. */
export function tryIt(
  document: Document,
  method: string,
  path: string,
  parameters: readonly Parameter[],
  media: Media | undefined,
): SafeHtml {
  const fields = parameters.map(
    ({ name, in: place, schema }) =>
      html`<label><span>${name}</span><input name="${name}" data-in="${place}" value="${
        name === 'Service-API-Version' ? document.info.version : ''
      }" placeholder="${schema.enum === undefined ? '' : schema.enum.join(' | ')}" autocomplete="off" spellcheck="false"></label>`,
  )
  const body =
    media === undefined
      ? nothing
      : html`<label><span>Body</span><textarea name="body" rows="9" spellcheck="false">${JSON.stringify(exampleOf(media), null, 2)}</textarea></label>`
  return html`<details class="try" hidden><summary>Try it</summary><form data-method="${method}" data-path="/api${path}">${fields}${body}<button>Send</button><output aria-live="polite"></output></form></details>`
}
