import type { CompiledMessage } from './shared.ts'

/**
 * Compiles a message with placeholders and tags only, which most English texts are: their key is their message, so that
 * English loads little more than its plural forms. Compiles as `icu-minify/compile` does.
 */
export function compileSimple(text: string): CompiledMessage {
  const [first = '', ...parts] = text.split(/\{(\w+)\}|<(\w+)>(.*?)<\/\2>/s)
  if (parts.length === 0) return first
  const nodes: unknown[] = [first]
  for (let index = 0; index < parts.length; index += 4) {
    const [name, tag, content = '', after] = parts.slice(index, index + 4)
    nodes.push(name === undefined ? [tag, ...[compileSimple(content)].flat()] : [name], after)
  }
  return nodes.filter((node) => node !== '') as CompiledMessage
}
