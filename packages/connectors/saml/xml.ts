import { Parser } from 'saxen'

/** Receives the beginning of an element. Names have no prefix, and `path` ends with the name. */
export type Open = (
  name: string,
  attribute: (name: string) => string | undefined,
  path: readonly string[],
) => void

interface XmlHandler {
  open: Open
  text?: (text: string, path: readonly string[]) => void
}

const maxDepth = 50

/**
 * Reads an XML document, and returns whether it is well-formed and plain. Document types could define entities that grow,
 * and comments could split the text of an element for one parser and not for another, so neither is accepted, nor are
 * processing instructions and CDATA sections.
 */
export function readXml(xml: string, { open, text }: XmlHandler): boolean {
  const document = xml.replace(/^\uFEFF?\s*(<\?xml\s[^?<>]*\?>)?/, '')
  if (/<[!?]/.test(document) || !document.startsWith('<', document.search(/\S/))) return false
  const path: string[] = []
  let isValid = true
  const parser = new Parser()
  const fail = () => {
    isValid = false
    parser.stop() // what follows could only take time
  }
  parser.on('openTag', (name, getAttributes, decode) => {
    const attributes = getAttributes()
    path.push(withoutPrefix(name))
    if (path.length > maxDepth) return fail()
    open(
      withoutPrefix(name),
      (key) => {
        const value = attributes[key]
        return value === undefined ? undefined : decode(value)
      },
      path,
    )
  })
  parser.on('text', (value, decode) => text?.(decode(value), path))
  parser.on('closeTag', () => path.pop())
  parser.on('attention', fail)
  parser.on('error', fail)
  parser.parse(document)
  return isValid
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)
