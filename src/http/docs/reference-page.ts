import { html, type SafeHtml } from '#platform/lib/html'
import { highlightJson } from './highlight.ts'
import { type DocsInstance, pageScripts, renderLayout } from './layout.ts'
import {
  dereference,
  groupOperations,
  type OpenApiDocument,
  type OpenApiOperation,
  type OperationGroup,
  type Parameter,
  type Schema,
} from './openapi-document.ts'
import { renderMethod, renderOperation } from './operation-section.ts'
import { renderProperties } from './schema-view.ts'
import { css } from './styles.ts'
import { empty, inlineMarkdown, toSlug } from './text.ts'

export interface ReferenceOptions {
  /** Whether users can send requests on the page. This is possible in staging. */
  canTry: boolean
  instance: DocsInstance
  errorRows: readonly ErrorRow[]
}

export interface ErrorRow {
  status: number
  type: string
  code: string
  message: string
}

/**
 * Renders the whole reference as one page. The page works without scripts and loads nothing from other
 * origins.
 */
export function renderReferencePage(document: OpenApiDocument, options: ReferenceOptions): string {
  const groups = groupOperations(document)
  return renderLayout({
    title: `${document.info.title} ${document.info.version} – reference`,
    description: 'Every operation, resource, webhook and error of the API, with examples.',
    path: '/docs/reference',
    style: css,
    subtitle: `API ${document.info.version}`,
    instance: options.instance,
    skipTo: 'Skip to the reference',
    navigation: html`<nav aria-label="Reference">${renderNavigation(groups, document)}</nav>`,
    content: html`${renderIntroduction(document)}
${groups.map(({ name, description, entries }) => html`<section class="group" id="${toSlug(name)}"><h2>${name}</h2><p class="lead">${inlineMarkdown(description)}</p>${entries.map((entry) => renderOperation(document, entry, options.canTry))}</section>`)}
${renderWebhooks(document)}
${renderResources(document)}
${renderErrors(options)}`,
    scripts: [...pageScripts, '/docs/samples.js', ...(options.canTry ? ['/docs/console.js'] : [])],
  })
}

function renderNavigation(groups: readonly OperationGroup[], document: OpenApiDocument): SafeHtml {
  const operations = groups.map(
    ({ name, entries }) =>
      html`<li><a href="#${toSlug(name)}">${name}</a><ul>${entries.map(
        ({ method, operation }) =>
          html`<li><a href="#${operation.operationId}">${renderMethod(method)} ${operation.summary}</a></li>`,
      )}</ul></li>`,
  )
  const hooks = Object.keys(document.webhooks).map(
    (name) => html`<li><a href="#${name}">${name}</a></li>`,
  )
  return html`<details open><summary>Contents</summary><ul>
<li><a href="#start">Getting started</a></li>
${operations}
<li><a href="#webhooks">Webhooks</a><ul>${hooks}</ul></li>
<li><a href="#resources">Resources</a></li>
<li><a href="#errors">Errors</a></li>
</ul></details>`
}

function renderIntroduction(document: OpenApiDocument): SafeHtml {
  const { securitySchemes } = document.components
  const base = document.servers[0]?.url ?? ''
  return html`<section class="group" id="start"><h1>The Bestow API</h1>
<p class="lead">${inlineMarkdown(document.info.description)}</p>
<p>The base URL is <code>${base}</code>. This page is rendered from <a href="/docs/openapi.json">openapi.json</a>; <a href="/docs/api">Rules of the API</a> describes the common behaviour of all operations.</p>
<div class="operation"><div class="says"><h2>Authentication</h2>
<p>${inlineMarkdown(securitySchemes.apiToken?.description ?? '')}</p>
<p>${inlineMarkdown(securitySchemes.oauth?.description ?? '')}</p></div>
<div class="shows"><figure class="code"><figcaption>Example request</figcaption><button class="copy" type="button" hidden>Copy</button><pre tabindex="0"><code>curl '${base}/gift_requests?limit=2' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Service-API-Version: ${document.info.version}'</code></pre></figure></div></div></section>`
}

function renderWebhooks(document: OpenApiDocument): SafeHtml {
  const hooks = Object.entries(document.webhooks).map(([name, { post }]) =>
    post === undefined
      ? empty
      : html`<section id="${name}"><h3><code>${name}</code></h3><p>${inlineMarkdown(post.description)}</p></section>`,
  )
  const [first] = Object.values(document.webhooks)
  const operation = first?.post as OpenApiOperation
  const headers = (operation.parameters ?? []).map((each) => dereference<Parameter>(document, each))
  const [media] = Object.values(operation.requestBody?.content ?? {})
  return html`<section class="group" id="webhooks"><h2>Webhooks</h2><div class="operation"><div class="says">${hooks}</div><div class="shows">
<figure><figcaption>Headers of a delivery</figcaption><table class="headers"><tbody>${headers.map(
    ({ name, description = '' }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${inlineMarkdown(description)}</td></tr>`,
  )}</tbody></table></figure>
<figure><figcaption>Body</figcaption><pre tabindex="0" class="tall"><code>${highlightJson(media?.example)}</code></pre></figure></div></div></section>`
}

const isRequestSchema =
  /^(Error|Errors|New.*|Advance|ClockAdvance|(Token|ClientCredentials|RefreshToken|AuthorizationCode|Revoke)Request|OAuthError)$/

function renderResources(document: OpenApiDocument): SafeHtml {
  const named = Object.entries(document.components.schemas)
  const shown = named.filter(([name]) => !isRequestSchema.test(name))
  return html`<section class="group" id="resources"><h2>Resources</h2><div class="resources">${shown.map(
    ([name, schema]: [string, Schema]) =>
      html`<section id="schema-${name}"><h3>${name}</h3>${renderProperties(document, schema)}</section>`,
  )}</div></section>`
}

function renderErrors({ errorRows }: ReferenceOptions): SafeHtml {
  const rows = errorRows.map(
    ({ status, type, code, message }) =>
      html`<tr id="error-${code}"><td><span class="status s${String(status).slice(0, 1)}">${String(status)}</span></td><th scope="row"><code>${code}</code></th><td>${message}</td><td><code>${type}</code></td></tr>`,
  )
  const example = {
    errors: [
      {
        type: 'validation_error',
        code: 'required',
        message: 'is required',
        param: 'recipient.email',
      },
    ],
  }
  return html`<section class="group" id="errors"><h2>Errors</h2><p class="lead">A response lists all errors of a request. Branch on <code>code</code>; <code>message</code> is for people and may change. Errors in the query string have status 400 instead of 422.</p>
<figure><pre tabindex="0"><code>${highlightJson(example)}</code></pre></figure>
<div class="wide" tabindex="0" role="group" aria-label="All errors"><table class="errors"><thead><tr><th>Status</th><th>Code</th><th>Message</th><th>Type</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}
