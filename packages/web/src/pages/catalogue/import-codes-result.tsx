import { Alert, Checkbox, Text } from '@mantine/core'
import type { CodeImportResult, LineProblem } from '#web/admin-api.ts'
import { ApiError } from '#web/api.ts'
import { t } from '#web/i18n/catalogue.ts'

/** The result of checking a list of codes. */
export function CheckResult({
  result,
  isLinks,
  skipDuplicates,
  setSkipDuplicates,
  includesSimilar,
  setIncludesSimilar,
}: {
  result: CodeImportResult
  isLinks: boolean
  skipDuplicates: boolean
  setSkipDuplicates: (value: boolean) => void
  includesSimilar: boolean
  setIncludesSimilar: (value: boolean) => void
}) {
  const { new_count, duplicate_count, invalid_count, similar_count } = result
  return (
    <Alert
      color={invalid_count > 0 ? 'red' : duplicate_count + similar_count > 0 ? 'yellow' : 'green'}
      variant="light"
      role="status"
    >
      <Text size="sm" fw={600} c="var(--mantine-color-text)">
        {[
          t('{count} new', { count: new_count }),
          ...(duplicate_count > 0 ? [t('{count} duplicate', { count: duplicate_count })] : []),
          ...(similar_count > 0 ? [t('{count} perhaps the same', { count: similar_count })] : []),
          ...(invalid_count > 0 ? [t('{count} not valid', { count: invalid_count })] : []),
        ].join(', ')}
      </Text>
      <Samples samples={result.samples} />
      <ProblemList problems={[...result.invalid, ...result.duplicates, ...result.similar]} />
      {invalid_count > 0 && (
        <Text size="sm" mt="xs" c="var(--mantine-color-text)">
          {t('Correct these lines, and check again. Nothing is imported yet.')}
        </Text>
      )}
      {invalid_count === 0 && duplicate_count > 0 && new_count > 0 && (
        <Checkbox
          mt="sm"
          label={t(
            isLinks
              ? 'Leave out the duplicates and import the other links'
              : 'Leave out the duplicates and import the other codes',
          )}
          checked={skipDuplicates}
          onChange={(event) => setSkipDuplicates(event.currentTarget.checked)}
        />
      )}
      {invalid_count === 0 && similar_count > 0 && (
        <Checkbox
          mt="sm"
          label={t('Import the codes that are perhaps the same as well')}
          description={t('They differ from others in case, spaces or hyphens only.')}
          checked={includesSimilar}
          onChange={(event) => setIncludesSimilar(event.currentTarget.checked)}
        />
      )}
    </Alert>
  )
}

/**
 * A sample with the first codes and the last code in the form in which they would be stored. Only the end of
 * each code is visible.
 */
const Samples = ({ samples }: Pick<CodeImportResult, 'samples'>) => (
  <ul className="problems">
    {samples.map(({ line, last_four, length, has_pin, expires_on }) => (
      <li key={line}>
        {t('Line {line}: …{end}, {length} characters, {pin}', {
          line,
          end: last_four,
          length,
          pin: has_pin ? t('with PIN') : t('without PIN'),
        })}
        {expires_on !== null && `, ${t('until {date}', { date: expires_on })}`}
      </li>
    ))}
  </ul>
)

const maxShown = 20

function ProblemList({ problems }: { problems: readonly LineProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="problems">
      {problems.slice(0, maxShown).map(({ line, message }) => (
        <li key={`${line} ${message}`}>{t('Line {line} {message}', { line, message })}</li>
      ))}
      {problems.length > maxShown && <li>{t('And more.')}</li>}
    </ul>
  )
}

export const ImportError = ({ error }: { error: Error }) => (
  <Alert color="red" variant="light" role="alert" title={t('Not imported')}>
    {error instanceof ApiError
      ? error.errors
          .slice(0, 5)
          .map(({ param, message }) => (
            <div key={message}>
              {param === undefined ? message : t('The list {message}.', { message })}
            </div>
          ))
      : error.message}
  </Alert>
)
