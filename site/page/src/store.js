// What the page keeps in the browser, in one database per site: what readers changed, by
// page and its version, and the files that their cells wrote, by page and path. Files in
// cache/, data sets, belong to all pages.

const name = "linclass " + new URL(".", location.href).pathname;
let database;

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of ["changes", "files"]) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function act(store, mode, deed) {
  const db = await (database ??= open());
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode);
    const request = deed(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

export const get = (store, key) => act(store, "readonly", (s) => s.get(key));
export const put = (store, key, value) => act(store, "readwrite", (s) => s.put(value, key));
export const remove = (store, key) => act(store, "readwrite", (s) => s.delete(key));

// versions returns the versions of a page for which there are changes.
export async function versions(page) {
  const keys = await act("changes", "readonly", (s) => s.getAllKeys(all(page)));
  return keys.map(([, version]) => version);
}

const all = (first) => IDBKeyRange.bound([first], [first, []]);
const ofAll = "", owner = (page, path) => (path.startsWith("cache/") ? ofAll : page);

// files returns those that the cells of a page may open, by path.
export async function files(page) {
  const found = {};
  for (const whose of [ofAll, page]) {
    const keys = await act("files", "readonly", (s) => s.getAllKeys(all(whose)));
    for (const key of keys) found[key[1]] = await get("files", key);
  }
  return found;
}

// keepFiles stores what the cells of a page have written; null is a file that was removed.
export async function keepFiles(page, written) {
  for (const [path, data] of Object.entries(written)) {
    const key = [owner(page, path), path];
    await (data ? put("files", key, data) : remove("files", key));
  }
}

// forgetFiles removes what the cells of a page have written, but for data sets.
export const forgetFiles = (page) => remove("files", all(page));
