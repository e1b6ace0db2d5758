/* What the browser keeps for the next visit. It may not allow that: then nothing is kept. */

export const setting = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

export const keepSetting = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice holds for this visit.
  }
};
