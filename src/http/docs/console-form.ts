import { html, type SafeHtml } from '#platform/lib/html'
import {
  getExample,
  getRoute,
  type Media,
  type OpenApiDocument,
  type OperationEntry,
  type Parameter,
} from './openapi-document.ts'
import { empty } from './text.ts'

/**
 * Renders a form that sends a request to this instance. `console.js` submits the form. Without scripts, the
 * form stays hidden.
 */
export function renderConsoleForm(
  document: OpenApiDocument,
  entry: OperationEntry,
  parameters: readonly Parameter[],
  media: Media | undefined,
): SafeHtml {
  const { method, operation } = entry
  const fields = parameters.map(
    ({ name, in: location, schema }) =>
      html`<label><span>${name}</span><input name="${name}" data-in="${location}" value="${
        name === 'Service-API-Version' ? document.info.version : ''
      }" placeholder="${getPlaceholder(name, schema)}" autocomplete="off" spellcheck="false"${location === 'path' ? required : empty}></label>`,
  )
  const body =
    media === undefined
      ? empty
      : html`<label><span>Body</span><textarea rows="9" spellcheck="false">${JSON.stringify(getExample(media), null, 2)}</textarea></label>`
  return html`<details class="console" hidden><summary>Send this request</summary>
<form data-method="${method}" data-path="${getRoute(entry)}" aria-label="Send: ${operation.summary}" autocomplete="off">
<label><span>Token of staging. Only this page has it, until you leave or reload the page.</span><input type="password" data-token autocomplete="off" spellcheck="false" placeholder="svc-v1-staging-…" maxlength="200"${required}></label>
<p class="refused" role="alert" hidden>This token is for production. The console takes tokens of staging only and has deleted it from the field.</p>
${fields}${body}<button>Send</button>
<div class="response" role="status" aria-live="polite" hidden><p><span data-part="status"></span></p>
<details><summary>Headers</summary><pre tabindex="0" data-part="headers"></pre></details>
<figure><pre tabindex="0" class="tall" data-part="body"></pre></figure></div></form></details>`
}

const required = html` required`

const getPlaceholder = (name: string, schema: Parameter['schema']): string =>
  name === 'metadata' ? 'order=4711' : (schema.enum ?? []).join(' | ')
