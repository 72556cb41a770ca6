import { html, type SafeHtml } from '#platform/lib/html'
import { renderConsoleForm } from './console-form.ts'
import { highlightJson } from './highlight.ts'
import {
  dereference,
  getExample,
  getRoute,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiResponse,
  type OperationEntry,
  type Parameter,
  type Schema,
  scopesOf,
} from './openapi-document.ts'
import { createSamples, renderSamples } from './samples/samples.ts'
import { renderLimits, renderProperties, renderType } from './schema-view.ts'
import { empty, inlineMarkdown } from './text.ts'

/**
 * Renders an operation. The description and the parameters are on one side, and the examples are on the other
 * side.
 */
export function renderOperation(
  document: OpenApiDocument,
  entry: OperationEntry,
  canTry: boolean,
): SafeHtml {
  const { method, item, operation } = entry
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
    dereference<Parameter>(document, each),
  )
  const shown = parameters.filter(({ name }) => name !== 'Service-API-Version')
  const [media] = Object.values(operation.requestBody?.content ?? {})
  return html`<section class="operation" id="${operation.operationId}">
<div class="says">
<h3>${operation.summary} <a class="anchor" href="#${operation.operationId}" aria-label="Link to ${operation.summary}">#</a></h3>
<p class="route">${renderMethod(method)} <code>${getRoute(entry)}</code>${
    operation['x-staging-only'] === true ? html` <span class="stage">staging only</span>` : empty
  }</p>
<p>${inlineMarkdown(operation.description)}</p>${renderScope(operation)}
${shown.length === 0 ? empty : html`<h4>Parameters</h4><ul class="members">${shown.map((each) => renderParameter(document, each))}</ul>`}
${media === undefined ? empty : html`<h4>Body</h4>${renderProperties(document, media.schema)}`}
<h4>Responses</h4>${renderResponses(document, operation)}
</div>
<div class="shows">${renderSamples(createSamples(document, entry))}${renderExampleResponse(document, operation)}${
    canTry && item.servers === undefined
      ? renderConsoleForm(document, entry, parameters, media)
      : empty
  }</div>
</section>`
}

/** Renders the scope that a token needs for an operation. Renders nothing if the operation has no scope. */
function renderScope(operation: OpenApiOperation): SafeHtml {
  const scopes = scopesOf(operation)
  return scopes.length === 0
    ? empty
    : html`<p class="scope">Scope: ${scopes.map((each) => html`<code>${each}</code>`)}</p>`
}

export const renderMethod = (method: string): SafeHtml =>
  html`<span class="verb ${method}">${method.toUpperCase()}</span>`

const renderParameter = (
  document: OpenApiDocument,
  { name, description, required, schema }: Parameter,
) =>
  html`<li><p class="member"><code>${name}</code> <span class="type">${renderType(document, schema)}</span>${
    required === true ? empty : html` <span class="optional">optional</span>`
  }</p>${description === undefined ? empty : html`<p>${inlineMarkdown(description)}</p>`}${renderLimits(schema)}</li>`

function renderResponses(document: OpenApiDocument, { responses }: OpenApiOperation): SafeHtml {
  const rows = Object.entries(responses).map(([status, responseOrRef]) => {
    const response = dereference<OpenApiResponse>(document, responseOrRef)
    const [media] = Object.values(response.content ?? {})
    const type = media === undefined ? empty : renderResponseType(document, media.schema)
    return html`<tr><th scope="row"><span class="status s${status.slice(0, 1)}">${status}</span></th><td>${inlineMarkdown(response.description)}${
      status.startsWith('2') ? type : empty
    }</td></tr>`
  })
  return html`<table class="answers"><tbody>${rows}</tbody></table>`
}

function renderResponseType(document: OpenApiDocument, schema: Schema): SafeHtml {
  const data = schema.properties?.data
  if (data?.items !== undefined) return html` A list of ${renderType(document, data.items)}.`
  return schema.$ref === undefined ? empty : html` ${renderType(document, schema)}`
}

function renderExampleResponse(
  document: OpenApiDocument,
  { responses }: OpenApiOperation,
): SafeHtml {
  const [status, responseOrRef] =
    Object.entries(responses).find(([each]) => each.startsWith('2')) ?? []
  if (status === undefined || responseOrRef === undefined) return empty
  const [media] = Object.values(dereference<OpenApiResponse>(document, responseOrRef).content ?? {})
  const example = getExample(media)
  if (example === undefined) return empty
  const shown = typeof example === 'string' ? html`${example}` : highlightJson(example)
  return html`<figure><figcaption>Response <span class="status s2">${status}</span></figcaption><pre tabindex="0" class="tall"><code>${shown}</code></pre></figure>`
}
