import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '#contract/operations'
import { root } from '#scripts/steps'
import type { ActionMap } from './action-map.ts'
import { giftRequestActions } from './gift-requests.ts'

/** One map for each part of the web app. To cover a part, add its file here. */
export const actionMaps: readonly ActionMap[] = [giftRequestActions]

/** An action of the web app: an operation of the admin API that writes. */
export interface WebAppAction {
  /** Such as `POST /gift-requests/{id}/cancel`. */
  name: string
  path: string
  summary: string
}

const methods = ['post', 'put', 'patch', 'delete']

/** Returns the actions of the web app from the document of the admin API. */
export function readWebAppActions(): WebAppAction[] {
  const document: { paths: Record<string, Record<string, { summary: string }>> } = JSON.parse(
    readFileSync(join(root, 'openapi/admin.json'), 'utf8'),
  )
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, { summary }]) => ({ name: `${method.toUpperCase()} ${path}`, path, summary })),
  )
}

/** Renders a row for each action of the covered parts. */
export function actionRows(): string[][] {
  const actions = readWebAppActions()
  return actionMaps.flatMap(({ path, actions: map }) =>
    actions
      .filter((action) => action.path.startsWith(path))
      .map(({ name, summary }) => [summary, renderTarget(map[name])]),
  )
}

function renderTarget(target: ActionMap['actions'][string] | undefined): string {
  if (target === undefined) return ''
  if (typeof target !== 'string') return `only in the web app: ${target.onlyInWebApp}`
  const operation = operations.find(({ id }) => id === target)
  return operation === undefined ? '' : `\`${operation.method} ${operation.path}\``
}
