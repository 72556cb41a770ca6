import { api } from '#web/api.ts'
import { toPassword } from '#web/components/forms/own-password-input.tsx'
import { t } from '#web/i18n/auth.ts'

/** Creates the error that replaces the error messages of the browser, which are for programmers. */
const createDeclinedError = () =>
  new Error(t('No passkey was used. Try again, or sign in with your password.'))

/** Asks the browser for a passkey of this site, and signs in with it. The library loads on demand. */
export async function signInWithPasskey(link_token?: string): Promise<unknown> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options: optionsJSON, challenge_token } = await api.post('/session/passkey/options')
  const response = await startAuthentication({ optionsJSON }).catch(() => {
    throw createDeclinedError()
  })
  return api.post('/session/passkey', {
    challenge_token,
    response,
    ...(link_token !== undefined && { link_token }),
  })
}

/** Creates a passkey in this browser or device after the password is checked. */
export async function createPasskey(password: string, name: string): Promise<unknown> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options: optionsJSON, challenge_token } = await api.post(
    '/security/passkeys/options',
    toPassword(password),
  )
  const response = await startRegistration({ optionsJSON }).catch((error: Error) => {
    throw new Error(
      error.name === 'InvalidStateError'
        ? t('This device already has a passkey for you.')
        : t('No passkey was created. Try again, or use another device.'),
    )
  })
  return api.post('/security/passkeys', { challenge_token, response, name })
}
