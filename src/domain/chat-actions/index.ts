/**
 * Chat actions: what members do in the chat of their account.
 *
 * - action  a command, a pressed button or a form, which runs as the member whose address the chat vouches for
 *
 * An action calls the same functions as the web app, with the permissions, teams and limits of the member.
 */
export { createHandler } from './handle.ts'
