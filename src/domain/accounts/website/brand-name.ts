import { toOneLine } from '#contract/one-line'
import type { PageFacts } from './page-facts.ts'

/** The maximum length of a sender name in UTF-16 units, as in the form. */
const maxLength = 255
const maxTitleLength = 1_000

/** Chooses the name of the company. `host` decides which part of a title is the name. */
export function chooseName(facts: PageFacts, host: string): string | undefined {
  const { meta, jsonLd, title } = facts
  const candidates = [
    meta.get('og:site_name'),
    meta.get('application-name'),
    ...jsonLd.flatMap(findOrganizations),
    cutTitle(toOneLine(title.slice(0, maxTitleLength)), host),
  ]
  return candidates
    .map((name) => toPlainName(name ?? ''))
    .find((name) => name !== '' && name.length <= maxLength)
}

/** Removes control characters, also those that change the direction of a text. */
const toPlainName = (name: string) => toOneLine(name.replaceAll(/\p{Cf}/gu, ''))

const organizationTypes: ReadonlySet<unknown> = new Set([
  'Organization',
  'Corporation',
  'LocalBusiness',
  'OnlineBusiness',
  'OnlineStore',
  'Store',
  'NGO',
])

/** Returns the names of the organizations in a JSON-LD text, at its top and in its graph. */
function findOrganizations(text: string): string[] {
  return toNodes(parseJson(text))
    .flatMap((node) => [node, ...toNodes(node['@graph'])])
    .filter((node) => [node['@type']].flat().some((type) => organizationTypes.has(type)))
    .flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
}

type Node = Readonly<Record<string, unknown>>

const toNodes = (value: unknown): Node[] =>
  [value].flat().filter((each): each is Node => typeof each === 'object' && each !== null)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Marks between the parts of a title: a bar or a dot, and a dash or a colon with spaces. */
const separators = /\s?[|｜·•»]\s?|\s[-–—:]{1,2}\s|:\s/u
const commonLabels: ReadonlySet<string> = new Set(['www', 'com', 'org', 'net', 'gov', 'edu'])

/** Returns the part of a title that resembles the host, or else its first part. */
function cutTitle(title: string, host: string): string | undefined {
  const parts = title.split(separators).filter((part) => part.trim() !== '')
  const labels = host
    .split('.')
    .slice(0, -1)
    .map(toLetters)
    .filter((label) => label.length > 2 && !commonLabels.has(label))
  const resembles = (part: string) => {
    const letters = toLetters(part)
    const isEqualStart = (label: string) => letters.startsWith(label) || label.startsWith(letters)
    return letters.length > 2 && labels.some(isEqualStart)
  }
  return parts.find(resembles) ?? parts[0]
}

/** Reduces a text to its letters and digits, without accents. */
const toLetters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
