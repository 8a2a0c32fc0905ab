// Describes errors in words.

/// Returns the text of an error.
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
