import { parseXml } from '#platform/tables/workbook/parse-xml'

/** A resource of a multi-status response (RFC 4918, 13). Names are local names of the elements. */
export interface DavResource {
  href: string
  /** The status of the resource itself, such as 404 for a removed one. */
  status: number | undefined
  /** The texts of the properties that the server has. */
  properties: ReadonlyMap<string, string>
  /** The texts of `href` elements inside a property, such as those of `addressbook-home-set`. */
  hrefs: ReadonlyMap<string, readonly string[]>
  /** The names of the elements inside `resourcetype`. */
  types: ReadonlySet<string>
}

export interface Multistatus {
  resources: readonly DavResource[]
  syncToken: string | undefined
}

/** Twice as many as a list of the largest address book has. In memory, they take far more than their bytes in the response. */
const maxSize = { depth: 30, elements: 400_000, resources: 50_000 }

function assertSize(size: typeof maxSize): void {
  const { depth, elements, resources } = maxSize
  if (size.depth > depth || size.elements > elements || size.resources > resources)
    throw new Error('the document is too large')
}

/**
 * Reads a multi-status response. Returns undefined for a text that is none, or is not well-formed. Document types are
 * refused, because they could define entities that grow.
 */
export function readMultistatus(xml: string): Multistatus | undefined {
  const reader = createReader()
  try {
    parseXml(xml.replace(/^\uFEFF/, ''), reader.handler)
  } catch {
    return undefined
  }
  return reader.result()
}

interface Draft {
  href: string
  status: number | undefined
  properties: Map<string, string>
  hrefs: Map<string, string[]>
  types: Set<string>
}

const emptyDraft = (): Draft => ({
  ...{ href: '', status: undefined },
  ...{ properties: new Map(), hrefs: new Map(), types: new Set() },
})

const toStatus = (text: string): number | undefined => {
  const [, code] = /^HTTP\/\S+ (\d{3})/.exec(text.trim()) ?? []
  return code === undefined ? undefined : Number(code)
}

const isSuccess = ({ status = 0 }: Draft) => status >= 200 && status < 300

function addProperties(resource: Draft, { properties, hrefs, types }: Draft): void {
  for (const [name, value] of properties) resource.properties.set(name, value)
  for (const [name, values] of hrefs) resource.hrefs.set(name, values)
  for (const type of types) resource.types.add(type)
}

/** Adds to the list in place: a server can send a million of them, and copies would take hours. */
function addHref({ hrefs }: Draft, property: string, href: string): void {
  const known = hrefs.get(property)
  if (known === undefined) hrefs.set(property, [href])
  else known.push(href)
}

/** Collects resources. A propstat counts only if its status is 2xx, which its end says. */
function createReader() {
  const path: string[] = []
  const resources: Draft[] = []
  let syncToken: string | undefined
  let isMultistatus = false
  let current = emptyDraft()
  let propstat = emptyDraft()
  let text = ''
  let elements = 0
  const at = (...tail: readonly string[]) =>
    tail.every((name, index) => path[path.length - tail.length + index] === name)
  const property = () => path[path.indexOf('prop') + 1] ?? ''

  function close(): void {
    const value = text.trim()
    if (at('multistatus', 'sync-token')) syncToken = value
    else if (at('response', 'href')) current.href = value
    else if (at('response', 'status')) current.status = toStatus(value)
    else if (at('propstat', 'status')) propstat.status = toStatus(value)
    else if (at('prop', property(), 'href')) addHref(propstat, property(), value)
    else if (path.at(-2) === 'prop') propstat.properties.set(property(), text)
    else if (at('response', 'propstat')) {
      if (isSuccess(propstat)) addProperties(current, propstat)
      propstat = emptyDraft()
    } else if (at('multistatus', 'response')) resources.push(current)
  }

  return {
    handler: {
      open(name: string) {
        path.push(name)
        elements += 1
        assertSize({ depth: path.length, elements, resources: resources.length })
        if (path.length === 1) isMultistatus = name === 'multistatus'
        if (at('multistatus', 'response')) current = emptyDraft()
        if (at('resourcetype', name)) propstat.types.add(name)
        text = ''
      },
      text(part: string) {
        text += part
      },
      close() {
        close()
        path.pop()
        text = ''
      },
    },
    result: (): Multistatus | undefined =>
      isMultistatus && path.length === 0 ? { resources, syncToken } : undefined,
  }
}
