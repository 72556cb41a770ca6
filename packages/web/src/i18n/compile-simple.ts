import type { CompiledMessage } from './shared.ts'

/**
 * Compiles a message that contains only placeholders and tags. Most English texts are like this. Their key is
 * also their message, so that the English app loads little more than its plural forms. The result is the same
 * as that of `icu-minify/compile`.
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
