/** Shares an address with the device's share dialog or the clipboard. @module */

/** Shares an address. Never throws. Returns "shared" even if the visitor cancels. */
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
