import { Type } from 'typebox'
import { type GrantedScope, scopeNames } from '#contract/scopes'
import { oneOfTexts } from './schemas.ts'

/** The scopes in a response. `*` means full access. */
export const Scopes = Type.Array(oneOfTexts<GrantedScope>('*', ...scopeNames))

/** The scopes in a request. The domain validates the names, so that an error names the invalid scope. */
export const RequestedScopes = Type.Array(Type.String(), { maxItems: 50 })

/** The password of the admin. It is required to grant `endpoints:write`. */
export const ConfirmingPassword = Type.String({ maxLength: 256 })
