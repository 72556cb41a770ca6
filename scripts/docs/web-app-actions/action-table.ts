import { operations } from '#contract/operations'
import { buildAdminDocument } from '#scripts/openapi/admin-document'
import { asObject } from '#scripts/openapi/json-access'
import type { Target } from './screen.ts'
import { screens } from './screens.ts'

/** A route of the admin API. */
export interface AdminRoute {
  /** Such as `POST /gift-requests/{id}/cancel`. */
  name: string
  summary: string
}

/** Returns the routes of the admin API from its contract. */
export function readAdminRoutes(): AdminRoute[] {
  return Object.entries(asObject(buildAdminDocument().paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).flatMap(([method, operation]) => {
      const { summary } = asObject(operation)
      return typeof summary === 'string'
        ? [{ name: `${method.toUpperCase()} ${path}`, summary }]
        : []
    }),
  )
}

/** The ids of the public operations of a target. */
export const operationIds = (target: Target): readonly string[] =>
  typeof target === 'string' ? [target] : Array.isArray(target) ? target : []

/** Renders a table for each screen: each action of the screen, and the operations that do the same. */
export function renderActionTables(): string {
  const summaries = new Map(readAdminRoutes().map(({ name, summary }) => [name, summary]))
  const parts = screens.map(({ title, routes }) => {
    const rows = Object.entries(routes).map(
      ([name, target]) => `| ${summaries.get(name) ?? name} | ${renderTarget(target)} |`,
    )
    return [
      `### ${title}`,
      '',
      '| action in the web app | operation of the API |',
      '|---|---|',
      ...rows,
    ].join('\n')
  })
  return parts.join('\n\n')
}

/** Renders the operations that have no screen. */
export function renderOperationsWithoutScreen(): string {
  const used = new Set(
    screens.flatMap(({ routes }) =>
      Object.values(routes).flatMap((target) => operationIds(target)),
    ),
  )
  return operations
    .filter(({ id }) => !used.has(id))
    .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)
    .join('\n')
}

function renderTarget(target: Target): string {
  if (typeof target === 'object' && 'onlyInWebApp' in target)
    return `only in the web app: ${target.onlyInWebApp}`
  return operationIds(target).map(renderOperation).join('<br>')
}

function renderOperation(id: string): string {
  const operation = operations.find((each) => each.id === id)
  return operation === undefined ? `\`${id}\`` : `\`${operation.method} ${operation.path}\``
}
