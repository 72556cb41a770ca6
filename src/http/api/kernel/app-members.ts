import type { FastifyRequest } from 'fastify'

/*
 * Members of a resource that only signed-in users get in addition to the public schema. Tokens never get
 * these members. ETags do not depend on them.
 */

const appMembers: unique symbol = Symbol('app members')

/** Adds members for signed-in users to the view of a resource. */
export const withAppMembers = <V extends object>(view: V, members: object): V => ({
  ...view,
  [appMembers]: members,
})

/** Appends the app members of a view to its rendered text if the caller is a signed-in user. */
export function appendAppMembers({ grant }: FastifyRequest, view: object, text: string): string {
  const members = (view as { [appMembers]?: object })[appMembers]
  return grant.user === undefined || members === undefined ? text : appendMembers(text, members)
}

/** Adds members to the text of a JSON object. The object must not be empty. */
export const appendMembers = (text: string, members: object): string => {
  const added = JSON.stringify(members)
  return added === '{}' ? text : `${text.slice(0, -1)},${added.slice(1)}`
}
