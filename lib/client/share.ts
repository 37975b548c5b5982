/** Shares an address, by the device's own way or the clipboard. @module */

/** Shares an address. Never throws; a visitor who changes their mind counts as shared. */
export async function shareLink(
  title: string,
  url: string,
): Promise<"shared" | "copied" | "failed"> {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title, url });
      return "shared";
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    return (error as Error).name === "AbortError" ? "shared" : "failed";
  }
}
