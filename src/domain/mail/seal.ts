import type { Deployment } from '#platform/installation'
import { sha256 } from '#platform/secrets'
import type { Content, Letter, Person } from './letters.ts'

/** What nobody reads in the database: to whom a letter goes, and what it says. */
export interface Sealed {
  to: Person
  facts: Content['facts']
}

/** What a letter is sealed for. */
export const contextOf = (id: string) => `mail.message ${id}`

export const seal = ({ cipher: sealer }: Deployment, id: string, { to, facts }: Letter): Buffer =>
  sealer.encrypt(JSON.stringify({ to, facts }), contextOf(id))

export const open = ({ cipher: sealer }: Deployment, id: string, sealed: Buffer): Sealed =>
  JSON.parse(sealer.decrypt(sealed, contextOf(id)))

/** By which an address is found again without standing there. */
export const digestOf = (email: string): Buffer => sha256(email.trim().toLowerCase())
