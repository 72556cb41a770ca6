/*
 * Cuts values out of JSON as they stand. A webhook signs bytes, and reading JSON and writing it again may
 * change them; so the body of an event is taken out of an answer of the API without being parsed.
 */

/** The text of the value at a path in a valid JSON text; undefined when there is none. */
export function rawAt(json: string, path: readonly (string | number)[]): string | undefined {
  let place: number | undefined = skipSpace(json, 0)
  for (const step of path) {
    place = typeof step === 'number' ? entryAt(json, place, step) : memberAt(json, place, step)
    if (place === undefined) return undefined
  }
  return json.slice(place, endOf(json, place))
}

function memberAt(json: string, start: number, name: string): number | undefined {
  if (json[start] !== '{') return undefined
  let at = skipSpace(json, start + 1)
  while (at < json.length && json[at] !== '}') {
    const end = endOf(json, at)
    const isIt = JSON.parse(json.slice(at, end)) === name
    at = skipSpace(json, skipSpace(json, end) + 1) // behind the colon
    if (isIt) return at
    at = afterValue(json, at)
  }
  return undefined
}

function entryAt(json: string, start: number, index: number): number | undefined {
  if (json[start] !== '[') return undefined
  let at = skipSpace(json, start + 1)
  for (let place = 0; at < json.length && json[at] !== ']'; place++) {
    if (place === index) return at
    at = afterValue(json, at)
  }
  return undefined
}

/** Behind a value and the comma that may follow it. */
function afterValue(json: string, start: number): number {
  const at = skipSpace(json, endOf(json, start))
  return json[at] === ',' ? skipSpace(json, at + 1) : at
}

function endOf(json: string, start: number): number {
  const first = json[start]
  if (first === '"') return endOfString(json, start)
  if (first !== '{' && first !== '[')
    return start + (/^[^\s,\]}]*/.exec(json.slice(start, start + 40))?.[0].length ?? 0)
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const char = json[at]
    if (char === '"') at = endOfString(json, at) - 1
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return json.length
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"') return at + 1
  }
  return json.length
}

function skipSpace(json: string, start: number): number {
  let at = start
  while (at < json.length && ' \t\n\r'.includes(json[at] ?? '')) at++
  return at
}
