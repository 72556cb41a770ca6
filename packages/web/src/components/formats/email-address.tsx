/** An email address that breaks after its @ if the line is too short. */
export function EmailAddress({ value }: { value: string }) {
  const at = value.lastIndexOf('@') + 1
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  )
}
