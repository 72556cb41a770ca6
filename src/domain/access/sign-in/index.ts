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
export {
  countAddressTry,
  countPasswordTry,
  countTry,
  forgive,
  forgivePasswordTries,
  TooManyTries,
} from './attempts.ts'
export { deviceDays, giveDeviceMark } from './devices.ts'
export {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from './passkeys.ts'
export { askForRecovery, recover, recoveryMinutes, type ToRecover } from './recovery.ts'
export {
  endSession,
  endSessions,
  findMember,
  findMemberWithoutRenewal,
  forgetExpired,
  listSessions,
  type Member,
  type SignedIn,
  startSession,
} from './sessions.ts'
export { isSetupCode, newSetupCode, spendSetupCode } from './setup.ts'
export type { Passkey, Session, SignInMethod, Whereabouts } from './tables.ts'
export { beginTotp, confirmTotp, countBackupCodes, endTotp, newBackupCodes } from './totp.ts'
export {
  changePassword,
  isOwnPassword,
  type PasswordOutcome,
  signInWithCode,
  signInWithPassword,
  vetPassword,
} from './with-password.ts'
