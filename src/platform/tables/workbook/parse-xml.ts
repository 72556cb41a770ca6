/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen'
import { TableError } from '../table.ts'

export interface XmlHandler {
  open?(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Parses an XML document. The names of elements are passed without their prefix. A document type is an error
 * like a damaged document, because it could define entities that grow.
 */
export function parseXml(xml: string, handler: XmlHandler): void {
  const parser = new Parser()
  const fail = () => {
    throw new TableError('broken_workbook')
  }
  parser.on('openTag', (name, getAttributes, decode) => {
    const attributes = getAttributes()
    handler.open?.(withoutPrefix(name), (key) => {
      const value = attributes[key]
      return value === undefined ? undefined : decode(value)
    })
  })
  parser.on('closeTag', (name) => handler.close?.(withoutPrefix(name)))
  parser.on('text', (text, decode) => handler.text?.(decode(text)))
  parser.on('cdata', (text) => handler.text?.(text))
  parser.on('attention', fail)
  parser.on('error', fail)
  parser.parse(xml)
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)
