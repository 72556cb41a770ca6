import { html, type SafeHtml } from '#platform/lib/html'
import { getExample, type Media, type OpenApiDocument, type Parameter } from './openapi-document.ts'
import { empty } from './text.ts'

/** Renders a form that calls this instance. `try.js` submits the form; without scripts the form stays hidden. */
export function renderTryItForm(
  document: OpenApiDocument,
  method: string,
  path: string,
  parameters: readonly Parameter[],
  media: Media | undefined,
): SafeHtml {
  const fields = parameters.map(
    ({ name, in: location, schema }) =>
      html`<label><span>${name}</span><input name="${name}" data-in="${location}" value="${
        name === 'Service-API-Version' ? document.info.version : ''
      }" placeholder="${schema.enum === undefined ? '' : schema.enum.join(' | ')}" autocomplete="off" spellcheck="false"></label>`,
  )
  const body =
    media === undefined
      ? empty
      : html`<label><span>Body</span><textarea name="body" rows="9" spellcheck="false">${JSON.stringify(getExample(media), null, 2)}</textarea></label>`
  return html`<details class="try" hidden><summary>Try it</summary><form data-method="${method}" data-path="/api${path}">${fields}${body}<button>Send</button><output aria-live="polite"></output></form></details>`
}
