/* Pages that are opened from a folder may not start a worker. There, the search runs in a hidden frame instead. */
if (location.protocol === "file:") {
  window.Worker = class {
    onmessage = null;
    #waiting = [];
    #frame = document.createElement("iframe");
    #isReady = false;

    constructor(url) {
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#frame.contentWindow;
      inside.postMessage = (sent) => {
        const data = structuredClone(sent);
        setTimeout(() => this.onmessage?.(new MessageEvent("message", { data })));
      };
      const script = inside.document.createElement("script");
      script.src = url;
      script.onload = () => {
        this.#isReady = true;
        for (const data of this.#waiting.splice(0)) this.postMessage(data);
      };
      inside.document.body.append(script);
    }

    postMessage(sent) {
      const data = structuredClone(sent);
      if (!this.#isReady) this.#waiting.push(data);
      else setTimeout(() => this.#frame.contentWindow?.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
