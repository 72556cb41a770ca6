/**
 * The command line for developers of integrations. It needs only a token and the address of a service. The
 * operator CLI of this repository includes these commands.
 */
import type { Command } from '@commander-js/extra-typings'
import { api } from './api.ts'
import { attention } from './attention.ts'
import { campaigns } from './campaigns.ts'
import { clock } from './clock.ts'
import type { CliContext } from './context.ts'
import { doctor } from './doctor.ts'
import { addApplyCommand, endpoints } from './endpoints.ts'
import { gifts } from './gifts.ts'
import { listen } from './listen.ts'
import { login, logout, whoami } from './login.ts'
import { logs } from './logs.ts'
import { open } from './open.ts'
import { prove } from './prove/prove.ts'
import { token } from './token.ts'
import { trigger } from './trigger.ts'
import { webhook } from './webhook.ts'

export { listCampaigns } from './campaigns.ts'
export { completion } from './completion.ts'
export { type CliContext, createStopSignal, sleep } from './context.ts'
export { type DoctorCheck, printChecks, runDoctor } from './doctor.ts'
export { isClientError, toFieldErrors } from './errors.ts'
export { formatPairs, formatTable, printResult } from './print.ts'
export { addApplyCommand, campaigns, doctor, endpoints }

/** The environment variables that these commands read. */
export const clientVariables: readonly string[] = [
  'BESTOW_API_URL',
  'BESTOW_API_TOKEN',
  'BESTOW_API_PROFILE',
  'BESTOW_API_CONFIG',
  'BESTOW_WEBHOOK_SECRET',
  'BESTOW_WEBHOOK_NEXT_SECRET',
]

/** The commands of this package. To add a command, write its file and add the command to this list. */
const commands = [
  listen,
  trigger,
  gifts,
  logs,
  attention,
  webhook,
  prove,
  token,
  clock,
  api,
  open,
  login,
  logout,
  whoami,
]

/** Creates the commands whose names do not exist in the operator CLI. */
export const clientCommands = (context: CliContext): Command[] =>
  commands.map((make) => make(context) as unknown as Command)
