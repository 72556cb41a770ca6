/**
 * Sign-in: how a person proves who they are, and what they hold then.
 *
 * - A *member* is somebody who is signed in, and the account they are in.
 * - A *session* is one browser's leave to be that member; ending it is at once, everywhere.
 * - A *second factor* is a code from an authenticator app (TOTP), or one of ten backup codes.
 * - A *passkey* replaces password and code: the device has checked who holds it.
 * - A *ticket* is what a browser carries between two steps; it counts once.
 *
 * Nothing here says whether somebody exists: a wrong guess at a person and a wrong password are one
 * answer, after one time. Sessions and tickets live in real time, also where an account's clock runs ahead.
 */

export { deviceLifetimeDays, issueDeviceToken } from './known-devices.ts'
export {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
} from './passkeys.ts'
export {
  type PasswordResetEmailData,
  passwordResetMinutes,
  requestPasswordReset,
  resetPassword,
} from './password-reset.ts'
export {
  changePassword,
  hashNewPassword,
  isOwnPassword,
  type PasswordSignInResult,
  signInWithCode,
  signInWithPassword,
} from './password-sign-in.ts'
export {
  countAddressAttempt,
  countAttempt,
  countPasswordAttempt,
  resetAttempts,
  resetPasswordAttempts,
  TooManyAttempts,
} from './rate-limit.ts'
export {
  endSession,
  endSessions,
  findSessionUser,
  findSessionUserWithoutRenewal,
  listSessions,
  type NewSession,
  purgeExpired,
  startSession,
} from './sessions.ts'
export { consumeSetupCode, createSetupCode, isSetupCode } from './setup-codes.ts'
export type { Passkey, RequestOrigin, Session, SessionUser, SignInMethod } from './tables.ts'
export {
  confirmTotp,
  countBackupCodes,
  createBackupCodes,
  disableTotp,
  startTotpSetup,
} from './totp.ts'
