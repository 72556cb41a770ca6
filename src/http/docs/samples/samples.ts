import { html, type SafeHtml } from '#platform/lib/html'
import { highlight } from '../highlight.ts'
import { groupOperations, type OpenApiDocument, type OperationEntry } from '../openapi-document.ts'
import { renderCurl } from './curl.ts'
import { renderPython } from './python.ts'
import { createSampleRequest } from './sample-request.ts'
import { renderTypeScript } from './typescript.ts'

export interface Sample {
  /** The language of the sample. The page and the stored choice of the reader use this name. */
  language: 'curl' | 'typescript' | 'python'
  title: string
  code: string
}

/** Creates the samples of an operation, one for each language. */
export function createSamples(document: OpenApiDocument, entry: OperationEntry): Sample[] {
  const request = createSampleRequest(document, entry)
  const samples = [
    { language: 'curl', title: 'curl', code: renderCurl(request) },
    { language: 'typescript', title: 'TypeScript', code: renderTypeScript(request) },
    { language: 'python', title: 'Python', code: renderPython(request) },
  ] as const
  return samples.flatMap(({ code, ...sample }) => (code === undefined ? [] : [{ ...sample, code }]))
}

/** Returns a function that creates the samples of the operation with an id. It throws for an unknown id. */
export function createSampleFinder(document: OpenApiDocument): (id: string) => readonly Sample[] {
  const entries = groupOperations(document).flatMap(({ entries }) => entries)
  return (id) => {
    const entry = entries.find(({ operation }) => operation.operationId === id)
    if (entry === undefined) throw new Error(`there is no operation ${id}`)
    return createSamples(document, entry)
  }
}

/**
 * Renders the samples as blocks of code. `samples.js` changes them to tabs. Without scripts, the blocks are
 * below each other.
 */
export function renderSamples(samples: readonly Sample[]): SafeHtml {
  const blocks = samples.map(
    ({ language, title, code }) =>
      html`<figure class="code" data-language="${language}"><figcaption>${title}</figcaption><button class="copy" type="button" hidden>Copy</button><pre tabindex="0"><code>${highlight(code, language === 'curl' ? 'sh' : language)}</code></pre></figure>`,
  )
  return html`<div class="samples">${blocks}</div>`
}
