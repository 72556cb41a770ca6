import { Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Roles } from '#web/admin-api.ts'
import { formatList } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { pageIndex } from '#web/page-index.ts'
import { hasPermission, type Permission } from '#web/session.ts'
import { permissionGroups } from './permission-labels.ts'

export interface RoleValues extends Record<string, unknown> {
  name: string
  permissions: Permission[]
}

/** The name and the permissions of a role, and what its users would see. */
export const RoleFields = ({
  form,
  operations,
}: {
  form: UseFormReturnType<RoleValues>
  operations: Roles['permissions']
}) => {
  const { permissions } = form.values
  const neededFor = (name: Permission) => operations.find((each) => each.name === name)?.needs ?? []
  // A permission comes with those that it needs, and goes with those that need it.
  const toggle = (name: Permission) =>
    form.setFieldValue(
      'permissions',
      permissions.includes(name)
        ? permissions.filter((each) => each !== name && !neededFor(each).includes(name))
        : [...new Set([...permissions, name, ...neededFor(name)])],
    )
  return (
    <Stack>
      <TextInput
        label={t('Name')}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {permissionGroups.map(([label, entries]) => (
          <Stack key={label} component="fieldset" gap="xs" m={0} p={0} bd={0}>
            <Text component="legend" size="sm" fw={600} p={0} mb={4}>
              {label}
            </Text>
            {entries.map(([name, description]) => (
              <Checkbox
                key={name}
                size="sm"
                label={description}
                checked={permissions.includes(name)}
                onChange={() => toggle(name)}
              />
            ))}
          </Stack>
        ))}
      </SimpleGrid>
      {form.errors.permissions !== undefined && (
        <Text size="sm" c="red" role="alert">
          {form.errors.permissions}
        </Text>
      )}
      <RolePreview permissions={permissions} operations={operations} />
    </Stack>
  )
}

/** The pages that a role opens, and the operations that it calls. */
export const RolePreview = ({
  permissions,
  operations,
}: {
  permissions: readonly Permission[]
  operations: Roles['permissions']
}) => {
  const user = { permissions: [...permissions], is_operator: false }
  const seesAddresses = permissions.includes('addresses:read')
  const pages = pageIndex.pages.filter(
    ({ parent, permission }) =>
      parent === undefined && permission !== 'any' && hasPermission(user, permission),
  )
  const allowed = operations
    .filter(({ name }) => permissions.includes(name))
    .flatMap((each) => each.operations)
    .filter(({ needs_addresses }) => seesAddresses || !needs_addresses)
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('What this role can see')}
      </Text>
      <Text size="sm">
        {pages.length === 0
          ? t('Only the own profile and sessions.')
          : t('Pages: {pages}', { pages: formatList(pages.map(({ title }) => title)) })}
      </Text>
      <Text size="sm">
        {seesAddresses
          ? t('Email addresses and links of recipients are shown.')
          : t('Email addresses and links of recipients are masked.')}
      </Text>
      <details>
        <summary>
          <Text span size="sm">
            {t('All {count} operations', { count: allowed.length })}
          </Text>
        </summary>
        <Text component="ul" size="sm" lang="en" my={6}>
          {allowed.map(({ summary }) => (
            <li key={summary}>{summary}</li>
          ))}
        </Text>
      </details>
    </Stack>
  )
}
