/* Keeps the files of the page for visits without a network, and says whether it does. */

const SENTENCES = {
  insecure: "This page needs a network each time, because it is not served securely.",
  none: "This page needs a network each time, because the browser keeps no files for it.",
  kept: "This page works without a network from now on.",
  newer: "A newer version is ready: it starts after every tab with this page has been closed.",
};

/* Call *tell* with a sentence now or later, each time when something else becomes true. */
export const keepFiles = async (tell) => {
  if (!navigator.serviceWorker) {
    tell(SENTENCES.insecure);
    return;
  }
  try {
    const registration = await navigator.serviceWorker.register("service-worker.js");
    const follow = () => {
      const { installing, waiting, active } = registration;
      for (const each of [installing, waiting]) each?.addEventListener("statechange", follow);
      if (waiting && active) tell(SENTENCES.newer);
      else if (active) tell(SENTENCES.kept);
      else if (!installing && !waiting) tell(SENTENCES.none);
    };
    registration.addEventListener("updatefound", follow);
    follow();
  } catch {
    tell(SENTENCES.none);
  }
};
