import { html, type SafeHtml } from '#platform/html'
import {
  type Document,
  dereferenced,
  exampleOf,
  type Media,
  type Operation,
  type Parameter,
  type PathItem,
  type Response,
  type Schema,
} from './document.ts'
import { limitsOf, members, typeOf } from './schema.ts'
import { tryIt } from './try-it.ts'
import { json, nothing, prose } from './words.ts'

export interface Place {
  method: 'get' | 'post'
  path: string
  item: PathItem
  operation: Operation
}

/** One operation: what it does and takes on one side, how it looks on the other. */
export function operationSection(document: Document, place: Place, canTry: boolean): SafeHtml {
  const { method, path, item, operation } = place
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
    dereferenced<Parameter>(document, each),
  )
  const shown = parameters.filter(({ name }) => name !== 'Service-API-Version')
  const [media] = Object.values(operation.requestBody?.content ?? {})
  return html`<section class="operation" id="${operation.operationId}">
<div class="says">
<h3>${operation.summary} <a class="anchor" href="#${operation.operationId}" aria-label="Link to ${operation.summary}">#</a></h3>
<p class="route">${verb(method)} <code>${route(place)}</code>${
    operation['x-staging-only'] === true ? html` <span class="stage">staging only</span>` : nothing
  }</p>
<p>${prose(operation.description)}</p>
${shown.length === 0 ? nothing : html`<h4>Parameters</h4><ul class="members">${shown.map((each) => parameterRow(document, each))}</ul>`}
${media === undefined ? nothing : html`<h4>Body</h4>${members(document, media.schema)}`}
<h4>Answers</h4>${answers(document, operation)}
</div>
<div class="shows">${curl(document, place, media)}${exampleAnswer(document, operation)}${
    canTry && item.servers === undefined
      ? tryIt(document, method, path, parameters, media)
      : nothing
  }</div>
</section>`
}

export const verb = (method: string): SafeHtml =>
  html`<span class="verb ${method}">${method.toUpperCase()}</span>`

/** Paths of the API are below its base; others say where they lie. */
const route = ({ path, item }: Place) => (item.servers === undefined ? `/api${path}` : path)

const parameterRow = (document: Document, { name, description, required, schema }: Parameter) =>
  html`<li><p class="member"><code>${name}</code> <span class="type">${typeOf(document, schema)}</span>${
    required === true ? nothing : html` <span class="optional">optional</span>`
  }</p>${description === undefined ? nothing : html`<p>${prose(description)}</p>`}${limitsOf(schema)}</li>`

function answers(document: Document, { responses }: Operation): SafeHtml {
  const rows = Object.entries(responses).map(([status, given]) => {
    const response = dereferenced<Response>(document, given)
    const [media] = Object.values(response.content ?? {})
    const type = media === undefined ? nothing : answerType(document, media.schema)
    return html`<tr><th scope="row"><span class="status s${status.slice(0, 1)}">${status}</span></th><td>${prose(response.description)}${
      status.startsWith('2') ? type : nothing
    }</td></tr>`
  })
  return html`<table class="answers"><tbody>${rows}</tbody></table>`
}

function answerType(document: Document, schema: Schema): SafeHtml {
  const data = schema.properties?.data
  if (data?.items !== undefined) return html` A list of ${typeOf(document, data.items)}.`
  return schema.$ref === undefined ? nothing : html` ${typeOf(document, schema)}`
}

function curl(document: Document, place: Place, media: Media | undefined): SafeHtml {
  const { method, path, item } = place
  const [server] = item.servers ?? document.servers
  const lines = [`curl ${method === 'post' ? '-X POST ' : ''}'${server?.url ?? ''}${path}'`]
  if (item.servers === undefined) {
    lines.push(`-H "Authorization: Bearer $TOKEN"`)
    if (path !== '/') lines.push(`-H 'Service-API-Version: ${document.info.version}'`)
  }
  const example = exampleOf(media)
  if (example !== undefined) {
    if (path === '/auth/token') lines.push(`-H "x-api-key: $API_KEY"`)
    lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example, null, 2)}'`)
  }
  return html`<figure><figcaption>Request</figcaption><pre tabindex="0"><code>${lines.join(' \\\n  ')}</code></pre></figure>`
}

function exampleAnswer(document: Document, { responses }: Operation): SafeHtml {
  const [status, given] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? []
  if (status === undefined || given === undefined) return nothing
  const [media] = Object.values(dereferenced<Response>(document, given).content ?? {})
  const example = exampleOf(media)
  if (example === undefined) return nothing
  const shown = typeof example === 'string' ? html`${example}` : json(example)
  return html`<figure><figcaption>Answer <span class="status s2">${status}</span></figcaption><pre tabindex="0" class="tall"><code>${shown}</code></pre></figure>`
}
