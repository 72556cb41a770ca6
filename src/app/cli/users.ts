import { type Command, Option } from '@commander-js/extra-typings'
import * as accounts from '#accounts'
import { ApiError } from '#contract'
import { builtInRoleNames } from '#contract/permissions'
import type { TxContext } from '#platform/postgres/database'
import { accountOf } from './accounts.ts'
import { recordChange } from './operator-changes.ts'
import { formatPairs, formatTable, printResult, shownOnceNotice } from './output.ts'
import { type Session, withService } from './session.ts'

export function users(command: Command, session: Session): void {
  command
    .command('create')
    .description('add a user to an account; a person without a sign-in gets a password')
    .requiredOption('--account <id>', 'the account of the user')
    .requiredOption('--email <address>', 'the email address for sign-in')
    .option('--name <name>', 'the name; default: derived from the address')
    .addOption(
      new Option(
        '--role <role>',
        'an admin can change the account, a sender sends gifts, an approver decides about sends, finance sees costs and pays charities, a packer packs parcels, a viewer only reads, a developer manages keys and webhooks',
      )
        .choices(builtInRoleNames)
        .makeOptionMandatory(),
    )
    .action(({ account, email, role, name }) =>
      withService(session, async (service) => {
        const { id } = await accountOf(service, account)
        const input = { email, role, ...(name === undefined ? {} : { name }) }
        const { user: person, password } = await service.run(id, async (ctx) => {
          const created = await accounts.createUser(ctx, input)
          const subject = { kind: 'user', id: created.user.id, name: created.user.name }
          recordChange(ctx, 'user.create', subject, { role })
          return created
        })
        const user = { id: person.id, email: person.email, role: person.role }
        printResult(session, { user, password: password ?? null }, () =>
          password === undefined
            ? `${formatPairs(user)}\nThis person signs in with this address already, and now enters this account too.`
            : `${formatPairs({ ...user, password })}\n${shownOnceNotice}`,
        )
      }),
    )

  addOperatorCommands(session, command)
  addSignOnCommand(session, command)
  addPolicyCommand(session, command)
}

/**
 * Adds the command that lifts the requirement of single sign-on. An account needs it when its provider no
 * longer works and its admins cannot sign in.
 */
function addSignOnCommand(session: Session, command: Command): void {
  command
    .command('lift-single-sign-on')
    .description('let the members of an account sign in with passwords and passkeys again')
    .requiredOption('--account <id>', 'the account')
    .action(({ account }) =>
      withService(session, async (service) => {
        const { id, name } = await accountOf(service, account)
        await service.run(id, async (ctx) => {
          if (!(await accounts.liftRequirement(ctx)))
            throw new ApiError('not_found', {
              message: `The account ${name} does not require single sign-on.`,
            })
          recordChange(ctx, 'account.lift_single_sign_on', { kind: 'account', id, name })
        })
        printResult(session, { account: { id, name }, is_required: false }, () =>
          formatPairs({ account: name, required: false }),
        )
      }),
    )
}

/** Adds the command that removes the access policy of an account whose admins it shuts out. */
function addPolicyCommand(session: Session, command: Command): void {
  command
    .command('lift-access-policy')
    .description('remove the access policy of an account: second factor, session limits, networks')
    .requiredOption('--account <id>', 'the account')
    .action(({ account }) =>
      withService(session, async (service) => {
        const { id, name } = await accountOf(service, account)
        const rules = await service.run(id, async (ctx) => {
          const { changes } = await accounts.liftAccessPolicy(ctx)
          const names = Object.keys(changes.before)
          if (names.length === 0)
            throw new ApiError('not_found', { message: `${name} has no access policy.` })
          recordChange(ctx, 'account.lift_access_policy', { kind: 'account', id, name }, changes)
          return names.join(', ')
        })
        printResult(session, { account: { id, name }, lifted: rules }, () =>
          formatPairs({ account: name, lifted: rules }),
        )
      }),
    )
}

/** Adds the commands for operators. Operators see the state of the installation under Settings › System. */
function addOperatorCommands(session: Session, command: Command): void {
  const options = [
    ['grant-operator', true, 'let a user see the state of the installation'],
    ['revoke-operator', false, 'end that for a user'],
  ] as const
  for (const [name, is_operator, description] of options)
    command
      .command(name)
      .description(description)
      .requiredOption('--email <address>', 'the email address of the user')
      .action(({ email }) =>
        withService(session, async ({ asOperator }) => {
          const user = await asOperator((ctx) => setOperator(ctx, email, is_operator))
          const { id, account_id } = user
          printResult(session, { user: { id, email: user.email, account_id, is_operator } }, () =>
            formatPairs({ id, email: user.email, account: account_id, operator: is_operator }),
          )
        }),
      )
  command
    .command('list-operators')
    .description('list the users who see the state of the installation')
    .action(() =>
      withService(session, async ({ asOperator }) => {
        const operators = await asOperator(accounts.listOperators)
        const data = operators.map(({ id, email, name, account_id }) => ({
          id,
          email,
          name,
          account_id,
        }))
        const rows = data.map(({ id, email, name, account_id }) => [id, email, name, account_id])
        printResult(session, { data }, () =>
          formatTable(['ID', 'EMAIL', 'NAME', 'ACCOUNT'], rows, 'No operators yet.'),
        )
      }),
    )
}

async function setOperator(ctx: TxContext, email: string, is_operator: boolean) {
  const user = await accounts.setOperator(ctx, email, is_operator)
  if (user === undefined)
    throw new ApiError('not_found', { message: `There is no user with the address ${email}.` })
  const { id, name, account_id } = user
  const action = is_operator ? 'user.grant_operator' : 'user.revoke_operator'
  recordChange({ ...ctx, account_id }, action, { kind: 'user', id, name })
  return user
}
